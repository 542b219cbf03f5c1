package import Ledger
package import PaywallCatalog
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
  private typealias Member = WritableKeyPath<UnknownDetailCounts, Int>

  /// Each count, with its condition in SQL.
  private static var counted: [(Member, String)] {
    let details: [(Member, String)] = [
      (\.storefront, "d.storefront"), (\.platform, "d.platform"), (\.appVersion, "d.app_version"),
      (\.system, "d.system"), (\.language, "d.language"), (\.isNew, "d.is_new"),
      (\.subscription, "d.subscription"), (\.audience, "d.is_in_audience"),
      (\.placement, "s.placement"), (\.paywall, "s.paywall"), (\.price, "r.price"),
    ]
    let flags: [(Member, ExposureFlags)] = [
      (\.afterEnd, .afterEnd), (\.duringPause, .duringPause), (\.beyondTraffic, .beyondTraffic),
      (\.undecidedPaywall, .undecidedPaywall),
    ]
    return [(\.units, "TRUE"), (\.withoutDetails, "a.exposure_flags IS NULL")]
      + details.map { ($0, "a.exposure_flags IS NOT NULL AND \($1) IS NULL") }
      + flags.map { ($0, "a.exposure_flags & \($1.rawValue) <> 0") }
  }

  /// Counts the exposed units of an environment, an experiment and a phase.
  package static var query: String {
    let counts = counted.map { "count(*) FILTER (WHERE \($0.1))" }
    return """
      SELECT \(counts.joined(separator: ", "))
      FROM assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions
        LEFT JOIN served_paywalls AS s ON s.number = a.served
        LEFT JOIN reported_paywalls AS r ON r.number = a.reported
      WHERE a.environment = ? AND a.experiment = ? AND a.phase = ? AND a.exposures > 0
      """
  }

  package init(_ row: some LedgerRow) {
    self.init()
    for (column, (member, _)) in Self.counted.enumerated() {
      self[keyPath: member] = row.int(column)
    }
  }
}
