package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Serving

extension SQLTables {
  package mutating func number<Details: InternedDetails>(
    of details: Details
  ) throws -> RecordDetails.Number {
    let cells = details.cells.map { if case .text(let text) = $0 { Cell.plain(text) } else { $0 } }
    return try number(of: cells, in: .of(Details.self))
  }

  package func interned<Details: InternedDetails>(
    _ number: RecordDetails.Number
  ) throws -> Details? {
    try first(InternedTable.of(Details.self).select, .integer(number)) { try Details($0) }
  }

  package mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      """
      INSERT INTO placement_exposures AS p (\(RecordKey.columns), placement, rendered_at, exposures)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (\(RecordKey.columns), placement)
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
      SELECT placement, rendered_at, exposures FROM placement_exposures WHERE \(RecordKey.isRow)
      """, Self.values(key, in: environment)
    ) { try PlacementExposures($0) }.sorted {
      $0.placement.utf8.lexicographicallyPrecedes($1.placement.utf8)
    }
  }

  package func unknownDetails(of phase: PhaseKey) throws -> UnknownDetailCounts {
    try first(
      UnknownDetailCounts.query, Self.values(phase)
    ) { UnknownDetailCounts($0) } ?? UnknownDetailCounts()
  }
}

extension UnknownDetailCounts {
  /// A word of each count, with its condition in SQL.
  private typealias Counted = [(word: String, condition: String)]

  private static let details: Counted =
    words(VisitorDimensions.self) + words(ServedPaywall.self) + words(ReportedPaywall.self)

  private static func words<Details: InternedDetails>(_: Details.Type) -> Counted {
    Details.columns.compactMap { column in
      column.word.map {
        ($0, "a.exposure_flags IS NOT NULL AND \(Details.table).\(column.name) IS NULL")
      }
    }
  }

  private static let flags: Counted = [
    ("afterEnd", ExposureFlags.afterEnd), ("duringPause", .duringPause),
    ("beyondTraffic", .beyondTraffic), ("undecidedPaywall", .undecidedPaywall),
  ].map { ($0, "a.exposure_flags & \($1.rawValue) <> 0") }

  /// Counts the exposed units of an environment, an experiment and a phase.
  package static var query: String {
    let conditions =
      ["TRUE", "a.exposure_flags IS NULL"] + (details + flags).map(\.condition)
    let counts = conditions.map { "count(*) FILTER (WHERE \($0))" }
    return """
      SELECT \(counts.joined(separator: ", "))
      FROM assignments AS a LEFT JOIN dimensions ON dimensions.number = a.dimensions
        LEFT JOIN served_paywalls ON served_paywalls.number = a.served
        LEFT JOIN reported_paywalls ON reported_paywalls.number = a.reported
      WHERE a.environment = ? AND a.experiment = ? AND a.phase = ? AND a.exposures > 0
      """
  }

  package init(_ row: some LedgerRow) {
    self.init()
    units = row.int(0)
    withoutDetails = row.int(1)
    func counts(_ counted: Counted, from column: Int) -> [String: Int] {
      let counts = counted.enumerated().map { ($1.word, row.int(column + $0)) }
      return Dictionary(uniqueKeysWithValues: counts.filter { $1 > 0 })
    }
    unknown = counts(Self.details, from: 2)
    flagged = counts(Self.flags, from: 2 + Self.details.count)
  }
}
