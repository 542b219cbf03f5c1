package import PaywallCatalog
package import PaywallDecisions

extension CompiledSnapshot {
  /// The unmet expectations of the configuration's personas, by persona and placement. `now` is the
  /// time of personas that name none. A pause is an interruption: an expectation also holds if it
  /// would without the pause.
  package func personaFailures(at now: Timestamp) -> [PersonaFailure] {
    let personas = snapshot.personas.values.sorted { $0.id < $1.id }
    let found = personas.flatMap { failures(of: $0, at: now) }
    guard !found.isEmpty, let running = snapshot.withoutPauses else { return found }
    let compiled = CompiledSnapshot(running)
    let failing = Set(found.map(\.persona))
    let stillFailing = Set(
      personas.filter { failing.contains($0.id) }
        .flatMap { compiled.failures(of: $0, at: now) }.map(\.place))
    return found.filter { stillFailing.contains($0.place) }
  }

  /// Decides what a persona sees at a placement.
  package func decision(for persona: Persona, at placement: String, now: Timestamp) -> Decision {
    let visit = persona.visit(in: snapshot, at: now)
    let (visitor, _) = visitor(visit.attributes, subscriber: visit.subscriber, at: visit.at)
    return decide(placement, for: visitor, at: visit.at)
  }

  /// Returns the failures of one persona, with what is paused as it is shown now.
  private func failures(of persona: Persona, at now: Timestamp) -> [PersonaFailure] {
    let visit = persona.visit(in: snapshot, at: now)
    let (visitor, issues) = visitor(visit.attributes, subscriber: visit.subscriber, at: visit.at)
    let wrong =
      issues.map { ("attributes", $0.attribute, $0.text) }
      + visit.problems.map { ("subscription", $0.fact, $0.text) }
    return wrong.map { section, name, text in
      PersonaFailure(
        persona: persona.id, file: persona.file, keys: [section, name], expected: "", found: text)
    }
      + persona.expect.sorted { $0.key < $1.key }.compactMap { placement, expectation in
        let decision = decide(placement, for: visitor, at: visit.at)
        guard !expectation.holds(of: decision) else { return nil }
        let moment = persona.at == nil ? " --at \(now.rfc3339)" : ""
        return PersonaFailure(
          persona: persona.id, file: persona.file, keys: ["expect", placement],
          expected: expectation.text, found: decision.found,
          command: "paywall explain --as \(persona.id) --placement \(placement)\(moment)")
      }
  }
}

extension Snapshot {
  /// The snapshot with all paused experiments running; `nil` if none is paused.
  fileprivate var withoutPauses: Snapshot? {
    let paused = experiments.values.filter { $0.status == .paused }
    guard !paused.isEmpty else { return nil }
    var snapshot = self
    for experiment in paused { snapshot.experiments[experiment.id]?.status = .running }
    return snapshot
  }
}

extension PersonaFailure {
  fileprivate var place: [String] { [persona] + keys }
}

extension Persona.Expectation {
  /// Every stated part of the answer must match.
  fileprivate func holds(of decision: Decision) -> Bool {
    (show.map { $0 == decision.show } ?? true)
      && Self.holds(reason, decision.reason.name)
      && Self.holds(experiment, decision.experiment?.id)
      && Self.holds(variant, decision.experiment?.variant)
  }

  private static func holds(_ expected: String?, _ found: String?) -> Bool {
    guard let expected else { return true }
    return found.map { $0.utf8.elementsEqual(expected.utf8) } ?? false
  }

  /// The expectation, in the form of `found`.
  fileprivate var text: String {
    Self.text(show?.description ?? "anything", reason, experiment, variant)
  }

  fileprivate static func text(
    _ show: String, _ reason: String?, _ experiment: String?, _ variant: String?
  ) -> String {
    let enrolled = [experiment, variant].compactMap(\.self).joined(separator: " ")
    return show + (reason.map { " by \($0)" } ?? "") + (enrolled.isEmpty ? "" : " (\(enrolled))")
  }
}

extension Decision {
  fileprivate var found: String {
    var reason = reason.name
    if case .rule(let number) = self.reason { reason += " \(number)" }
    let text = Persona.Expectation.text(
      show.description, reason, experiment?.id, experiment?.variant)
    return text + (notEnrolled.map { ", not enrolled: \($0.rawValue)" } ?? "")
  }
}

extension AttributeIssue {
  fileprivate var text: String {
    switch self {
    case .reserved(let name): "no app sends '\(name)': the server computes it"
    case .undeclared(let name): "there is no attribute '\(name)'"
    case .mistyped(let name, let expected): "'\(name)' is not of the type \(expected.rawValue)"
    case .placeholder(let name): "'\(name)' is the word of a program and counts as not sent"
    case .unusable(let name): "the value of '\(name)' is none, so conditions on it are unknown"
    }
  }
}
