package import PaywallCatalog
import Serving

/// A frozen value of a phase before and after a change, as text.
package struct FrozenChange: Hashable, Sendable {
  package let subject: String
  package let was: String
  package let `is`: String

  package init(_ subject: String, was: String, is: String) {
    self.subject = subject
    self.was = was
    self.is = `is`
  }

  init(_ difference: FrozenTerms.Difference) {
    self.init(
      difference.subject.name, was: difference.was ?? "none", is: difference.is ?? "none")
  }

  /// A change of the status or the schedule, which together say who is enrolled.
  init(_ subject: String, was: PhaseState, is experiment: Experiment) {
    self.init(
      subject,
      was: Self.words(was.parts[.status] ?? "", was.start, was.end),
      is: Self.words(
        experiment.status.rawValue, experiment.schedule.start, experiment.schedule.end))
  }

  private static func words(_ status: String, _ start: Timestamp?, _ end: Timestamp?) -> String {
    "\(status) \(start?.rfc3339 ?? "-")/\(end?.rfc3339 ?? "-")"
  }
}

extension PhaseState {
  /// Returns every frozen value of a phase that differs in another state of it; without the status
  /// and the schedule.
  func frozenChanges(to next: PhaseState) -> [FrozenChange] {
    let followed: [Part] = [.traffic, .slice, .earlierPhases]
    let changes = followed.compactMap { part -> FrozenChange? in
      guard let was = parts[part], let value = next.parts[part], value != was else { return nil }
      return FrozenChange(part.rawValue, was: was, is: value)
    }
    let differences = terms.map { (next.terms ?? FrozenTerms([])).differences(from: $0) } ?? []
    return changes + differences.map { FrozenChange($0) }
  }
}

extension PhaseOverride {
  /// The digest of exactly these changes of a phase, whatever their order.
  package static func digest(
    of changes: some Sequence<FrozenChange>, experiment: String, phase: Int
  ) -> String {
    let lines = Set(changes.map { "\($0.subject): \($0.was) -> \($0.is)" }).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return Planning.digest(of: (["\(experiment) \(phase)"] + lines).joined(separator: "\n"))
  }
}
