import Foundation
import PaywallCatalog
import PaywallTextCoding

extension Paywalls {
  /// Returns what to show at a placement. Always answers, within the budget: from a fresh answer,
  /// from the server, from an earlier answer, or by a decision on the device from a bundle.
  ///
  /// - Parameters:
  ///   - id: the placement's id in the configuration.
  ///   - attributes: the attributes of this request alone; they override those of the client.
  ///   - budget: the time for everything; `nil` is the client's.
  /// - Returns: the answer with its source. A cancelled task gets, at once, an answer that needs no
  ///   waiting.
  public func placement(
    _ id: String, attributes: [String: AttributeValue] = [:], within budget: Duration? = nil
  ) async -> PlacementDecision {
    await placement(id, signing: .atTap, attributes: attributes, within: budget)
  }

  /// Returns the same, with the offers signed at another time than the tap.
  ///
  /// - Parameter signing: with ``SigningTime/ahead`` one round trip returns the paywall and its signed
  ///   offers, for ``buy(_:on:offer:ifOfferFails:within:)``.
  public func placement(
    _ id: String, signing: SigningTime, attributes: [String: AttributeValue] = [:],
    within budget: Duration? = nil
  ) async -> PlacementDecision {
    let budget = budget ?? configuration.advanced.budget
    let end = clock.running() + budget
    guard let visitor = await ready(within: budget) else { return .unknown(id, [.storage]) }
    await awaitStore(within: budget / 4)
    renewSession()
    var context = EvaluationContext(of: visitor, own: attributes, in: self)
    var answer = await answer(id, context, signing, within: budget, until: end)
    // Something was unlocked in the meantime: a buyer gets a new decision, in the time left.
    while context.unlocks != unlocks, let current = self.visitor {
      context = EvaluationContext(of: current, own: attributes, in: self)
      let rest = max(.zero, end - clock.running())
      let again = await self.answer(id, context, signing, within: rest, until: end)
      // Without time to ask again, the earlier answer is better than no answer.
      if again.shows == .unknown, again.diagnostics.contains(.network(.timedOut)),
        isStillHere(visitor)
      {
        return answer.after(again.diagnostics)
      }
      answer = again
    }
    return answer
  }

  private func answer(
    _ id: String, _ context: EvaluationContext, _ signing: SigningTime, within budget: Duration,
    until end: Duration
  ) async -> PlacementDecision {
    updates.begin(id, context.digest)
    defer { endAsking(id, context) }
    let kept = await keptAnswer(
      id, for: context.visitor, within: min(end - clock.running(), budget / 4))
    if let kept, kept.context == context.digest, kept.isValid(at: now) {
      let age = kept.age(time, clock)
      let usefulness = kept.usefulness(at: age)
      if usefulness >= .whileRevalidating,
        let answer = assign(kept.answer.from(.cache(age: age)), to: context)
      {
        if usefulness == .whileRevalidating { _ = request(id, context, signing) }
        return answer
      }
    }
    var diagnostics: [PlacementDecision.Diagnostic] = []
    // The bundles have usually been read by now; if not, reading them needs a share of the budget.
    let reserve = bundles == nil && verifier != nil ? min(budget / 5, .milliseconds(200)) : .zero
    let asked = await request(id, context, signing).value(
      within: end - clock.running() - reserve, clock)
    switch asked {
    case .success(let answer)?:
      if let answer = assign(answer, to: context) { return answer }
      diagnostics.append(.otherVariant)
    case .failure(let failure)?: diagnostics.append(.network(failure))
    case nil: diagnostics.append(.network(Task.isCancelled ? .taskCancelled : .timedOut))
    }
    return await fallBack(id, context, kept, diagnostics, until: end)
  }

  /// Answers without the server: an earlier answer, a valid bundle, an expired bundle, an earlier
  /// answer that is too old or in another language.
  private func fallBack(
    _ id: String, _ context: EvaluationContext, _ kept: KeptAnswer?,
    _ diagnostics: [PlacementDecision.Diagnostic],
    until end: Duration
  ) async -> PlacementDecision {
    var diagnostics = diagnostics
    let earlier = kept.map { kept in
      let age = kept.age(time, clock)
      let isGood =
        kept.usefulness(at: age) >= .ifError && kept.isValid(at: now)
        && kept.locale == context.locale
      return (isGood: isGood, answer: kept.answer.from(.cache(age: age)))
    }
    if let earlier, earlier.isGood {
      if let answer = assign(earlier.answer.after(diagnostics), to: context) { return answer }
      diagnostics.append(.otherVariant)
    } else {
      diagnostics.append(.noCache)
    }
    if let answer = await decide(id, context, &diagnostics, until: end) { return answer }
    if let earlier, !earlier.isGood,
      let answer = assign(earlier.answer.after(diagnostics), to: context)
    {
      return answer
    }
    guard isStillHere(context.visitor),
      let pinned = session.pinned(at: id, at: clock.running())
    else { return .unknown(id, diagnostics) }
    return pinned.after(diagnostics)
  }

  /// Decides on this device.
  private func decide(
    _ id: String, _ context: EvaluationContext, _ diagnostics: inout [PlacementDecision.Diagnostic],
    until end: Duration
  ) async -> PlacementDecision? {
    if bundles == nil, let loaded = await bundling.value(within: end - clock.running(), clock),
      bundles == nil
    {
      bundles = loaded
    }
    guard let bundles else {
      diagnostics.append(.noBundle("The bundles were not read in time."))
      return nil
    }
    let records = assignments.records(of: context.who)
    let given = assignments.experiments(of: context.who, at: id)
    for (bundle, source) in bundles.inOrder(at: now) {
      guard now.elapsed(since: bundle.issued) <= configuration.advanced.longestBundleAge else {
        diagnostics.append(
          .noBundle("The bundle that was signed at \(bundle.issued.rfc3339) is too old."))
        continue
      }
      var (answer, assignment) = bundle.answer(
        id, context.attributes, records: records, at: now, as: source)
      if assignment != nil, given.contains(where: { !bundle.holds($0) }) {
        answer = bundle.answerWithoutEnrolling(id, context.attributes, at: now, as: source)
        assignment = nil
      }
      if let answer = assign(answer.after(diagnostics), to: context, assignment: assignment) {
        return answer
      }
      diagnostics.append(.otherVariant)
    }
    diagnostics += bundles.diagnostics.map { .noBundle($0) }
    return nil
  }

  /// Assigns an answer to the visitor; `nil` if it contradicts what this session has shown.
  func assign(
    _ answer: PlacementDecision, to context: EvaluationContext,
    assignment: RecordedAssignment? = nil
  ) -> PlacementDecision? {
    let answer = answer.with {
      $0.who = context.who
      $0.attributes = context.attributes
    }
    guard isStillHere(context.visitor), context.unlocks == unlocks else { return answer }
    let isInherited = context.visitor != visitor
    guard let given = session.reconcile(answer, at: clock.running(), isInherited: isInherited)
    else {
      return nil
    }
    // True if the server has recorded the variant, or this device has assigned it. Other answers
    // are recorded when the app renders them.
    let isRecorded = given.source == .network && given.experiment?.isRecorded ?? false
    if isRecorded || assignment != nil { record(given, of: context.who, assignment: assignment) }
    updates.give(given, context.digest)
    return given
  }

  /// True if the visitor has not logged out since; after a log-in it is still the same person.
  func isStillHere(_ visitor: VisitorIds) -> Bool {
    visitor.anonymousId.utf8.elementsEqual(self.visitor?.anonymousId.utf8 ?? "".utf8)
      || earlierIds.contains(UTF8Key(visitor.anonymousId))
  }

  /// Records a variant as this visitor's.
  func record(
    _ answer: PlacementDecision, of who: VisitorIdentity, assignment: RecordedAssignment? = nil
  ) {
    let unit = answer.experiment.flatMap { experiment in
      bundles?.download?.unit(of: experiment.id) ?? bundles?.file?.unit(of: experiment.id)
    }
    guard assignments.add(answer, of: who, unit: unit, assignment: assignment, at: now) else {
      return
    }
    keepAssignments()
  }

  func keepAssignments() {
    guard isVisitorKept else { return }
    let assignments = assignments
    storage.write(configuration.advanced.log) { storage in
      try storage.exclusively {
        let stored = storage.value(Assignments.self, at: StoredState.assignmentsFile)
        try storage.keep(assignments.merged(with: stored), at: StoredState.assignmentsFile)
      }
    }
  }
}

extension PlacementDecision {
  static func unknown(_ id: String, _ diagnostics: [PlacementDecision.Diagnostic])
    -> PlacementDecision
  {
    PlacementDecision(
      Parts(
        id: id, shows: .unknown, reason: .other(""), source: .nothing, diagnostics: diagnostics))
  }

  func from(_ source: DecisionSource) -> PlacementDecision { with { $0.source = source } }

  func after(_ diagnostics: [PlacementDecision.Diagnostic]) -> PlacementDecision {
    with { $0.diagnostics = diagnostics }
  }
}
