package import Catalog

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
