package import PaywallCatalog
package import Ledger
package import PaywallSubscribers
import PaywallTextCoding

private enum Statements {
  static let dimensions = InternedTable(.dimensions)
  static let served = InternedTable(.servedPaywalls)
  static let reported = InternedTable(.reportedPaywalls)
}

extension SQLTables {
  package mutating func number(of value: VisitorDimensions) throws -> RecordDetails.Number {
    try number(of: value.cells(Cell.plain), in: Statements.dimensions)
  }

  package mutating func number(of value: ServedPaywall) throws -> RecordDetails.Number {
    try number(of: value.cells(Cell.plain), in: Statements.served)
  }

  package mutating func number(of value: ReportedPaywall) throws -> RecordDetails.Number {
    try number(of: value.cells(Cell.plain), in: Statements.reported)
  }

  package func dimensions(_ number: RecordDetails.Number) throws -> VisitorDimensions? {
    try first(Statements.dimensions.select, .integer(number)) { try VisitorDimensions($0) }
  }

  package func served(_ number: RecordDetails.Number) throws -> ServedPaywall? {
    try first(Statements.served.select, .integer(number)) { ServedPaywall($0) }
  }

  package func reported(_ number: RecordDetails.Number) throws -> ReportedPaywall? {
    try first(Statements.reported.select, .integer(number)) { ReportedPaywall($0) }
  }

  package mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      """
      INSERT INTO placement_exposures AS p
        (environment, unit, experiment, phase, unit_kind, placement, rendered_at, exposures)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (environment, unit, experiment, phase, unit_kind, placement)
      DO UPDATE SET exposures = p.exposures + excluded.exposures,
        rendered_at = CASE WHEN excluded.rendered_at < p.rendered_at THEN excluded.rendered_at
          ELSE p.rendered_at END
      """,
      Self.values(key, in: environment)
        + [
          Cell.text(exposures.placement), Cell.moment(exposures.renderedAt),
          Cell.number(exposures.exposures),
        ])
  }

  package func placements(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [PlacementExposures] {
    try all(
      """
      SELECT placement, rendered_at, exposures FROM placement_exposures
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """, Self.values(key, in: environment)
    ) { try PlacementExposures($0) }.sorted {
      $0.placement.utf8.lexicographicallyPrecedes($1.placement.utf8)
    }
  }

  package func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> UnknownDetailCounts {
    try first(
      UnknownDetailCounts.query, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { UnknownDetailCounts($0) } ?? UnknownDetailCounts()
  }
}
