import PaywallCatalog
import Ledger

extension PostgresTables {
  private static let holdout = "holdout"
  private static let release = "release"

  func timeline() throws -> Timeline {
    try lock(.table("timeline"))
    let releases = try each(
      "SELECT release, first_served_at FROM releases ORDER BY number"
    ) {
      TimelineRelease(release: try $0.required(0), firstServedAt: $0.moment(1) ?? .epoch)
    }
    let events = try each(
      """
      SELECT experiment, phase, part, value, at, r.release
      FROM served AS s JOIN releases AS r ON r.number = s.release ORDER BY s.number
      """
    ) { row -> TimelineEvent? in
      let part = try row.required(2)
      let subject: TimelineEvent.Subject
      if part == Self.holdout {
        subject = .holdout
      } else if part == Self.release {
        subject = .release
      } else if let part = PhaseState.Part(rawValue: part) {
        subject = .phase(experiment: try row.required(0), number: row.int(1), part)
      } else {
        // A part that a newer server follows.
        return nil
      }
      return TimelineEvent(
        subject, try row.required(3), at: row.moment(4) ?? .epoch, release: try row.required(5))
    }
    return Timeline(releases: releases, events: events.compactMap(\.self))
  }

  mutating func add(_ release: TimelineRelease) throws {
    try run(
      "INSERT INTO releases (release, first_served_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
      .text(release.release), Cell.moment(release.firstServedAt))
  }

  mutating func add(_ event: TimelineEvent) throws {
    let cells: (experiment: SQLValue, phase: SQLValue, part: String)
    switch event.subject {
    case .holdout: cells = (.null, .null, Self.holdout)
    // The table takes null for the holdout only.
    case .release: cells = (.text(""), .integer(0), Self.release)
    case .phase(let experiment, let number, let part):
      cells = (Cell.text(experiment), Cell.number(number), part.rawValue)
    }
    try run(
      """
      INSERT INTO served (experiment, phase, part, value, at, release)
      VALUES (?, ?, ?, ?, ?, (SELECT number FROM releases WHERE release = ?))
      """,
      cells.experiment, cells.phase, .text(cells.part), .text(event.value), Cell.moment(event.at),
      .text(event.release))
  }

  mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms) throws {
    reads.terms = [:]
    try lock(.phase(experiment, phase))
    try run(
      "UPDATE phases SET terms = ? WHERE experiment = ? AND phase = ?", .text(terms.text),
      Cell.text(experiment), Cell.number(phase))
  }
}
