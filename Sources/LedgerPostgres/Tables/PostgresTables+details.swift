import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers
import PaywallTextCoding

extension PostgresTables {
  private static let dimensions = InternedTable(
    "dimensions",
    [
      .text("storefront"), .text("platform"), .text("app_version"), .number("system"),
      .text("language"), .number("is_new"), .text("subscription"),
      .number("is_in_audience"),
    ])
  private static let served = InternedTable(
    "served_paywalls",
    [
      .text("release"), .text("placement"), .number("traffic"), .text("paywall"), .text("locale"),
      .text("content"), .text("products"), .text("selected"),
    ])
  private static let reported = InternedTable(
    "reported_paywalls",
    [
      .text("paywall"), .text("content"), .text("products"), .text("product"), .number("price"),
      .text("currency"), .number("introductory_eligible"),
    ])

  mutating func number(of value: VisitorDimensions) throws -> RecordDetails.Number {
    try Self.dimensions.number(of: value.cells(plain), in: self)
  }

  mutating func number(of value: ServedPaywall) throws -> RecordDetails.Number {
    try Self.served.number(of: value.cells(plain), in: self)
  }

  mutating func number(of value: ReportedPaywall) throws -> RecordDetails.Number {
    try Self.reported.number(of: value.cells(plain), in: self)
  }

  func dimensions(_ number: RecordDetails.Number) throws -> VisitorDimensions? {
    try Self.dimensions.row(number, in: self) { try VisitorDimensions($0) }
  }

  func served(_ number: RecordDetails.Number) throws -> ServedPaywall? {
    try Self.served.row(number, in: self) { ServedPaywall($0) }
  }

  func reported(_ number: RecordDetails.Number) throws -> ReportedPaywall? {
    try Self.reported.row(number, in: self) { ReportedPaywall($0) }
  }

  /// A text that is stored verbatim.
  private func plain(_ text: String?) -> SQLValue { Cell.text(text) }

  mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment
  ) throws {
    try run(
      """
      INSERT INTO placement_exposures AS p
        (environment, unit, experiment, phase, unit_kind, placement, rendered_at, exposures)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (environment, unit, experiment, phase, unit_kind, placement)
      DO UPDATE SET rendered_at = least(p.rendered_at, excluded.rendered_at),
        exposures = p.exposures + excluded.exposures
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue), Cell.text(exposures.placement),
      Cell.moment(exposures.renderedAt), Cell.number(exposures.exposures))
  }

  func placements(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [PlacementExposures] {
    try each(
      """
      SELECT placement, rendered_at, exposures FROM placement_exposures
      WHERE environment = ? AND unit = ? AND experiment = ? AND phase = ? AND unit_kind = ?
      """, environment.cell, Cell.text(key.unit.text), Cell.text(key.experiment.text),
      Cell.number(key.phase), .text(key.unitKind.rawValue)
    ) { try PlacementExposures($0) }.sorted {
      $0.placement.utf8.lexicographicallyPrecedes($1.placement.utf8)
    }
  }

  func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> UnknownDetailCounts {
    try first(
      UnknownDetailCounts.query, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { UnknownDetailCounts($0) } ?? UnknownDetailCounts()
  }
}
