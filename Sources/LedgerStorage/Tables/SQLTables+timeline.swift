package import Ledger
package import Serving

extension SQLTables {
  package func timeline() throws -> Timeline {
    try lock([.table("timeline")])
    let releases = try each(
      "SELECT release, first_served_at FROM releases ORDER BY number"
    ) { try TimelineRelease($0) }
    let events = try each(
      """
      SELECT experiment, phase, part, value, at, r.release
      FROM served AS s JOIN releases AS r ON r.number = s.release ORDER BY s.number
      """
    ) { try TimelineEvent.of($0) }
    return Timeline(releases: releases, events: events.compactMap(\.self))
  }

  package mutating func add(_ release: TimelineRelease) throws {
    try run(
      "INSERT INTO releases (release, first_served_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
      .text(release.release), Cell.moment(release.firstServedAt))
  }

  package mutating func add(_ event: TimelineEvent) throws {
    try run(
      """
      INSERT INTO served (experiment, phase, part, value, at, release)
      VALUES (?, ?, ?, ?, ?, (SELECT number FROM releases WHERE release = ?))
      """,
      event.cells { Cell.text($0) })
  }

  package mutating func replaceTerms(of experiment: String, phase: Int, with terms: FrozenTerms)
    throws
  {
    reads.terms = [:]
    try lock([.phase(experiment, phase)])
    try run(
      "UPDATE phases SET terms = ? WHERE experiment = ? AND phase = ?", .text(terms.text),
      Cell.text(experiment), Cell.number(phase))
  }
}
