import PaywallCatalog
import Ledger
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
    try Self.dimensions.number(
      of: [
        plain(value.storefront), plain(value.platform), plain(value.appVersion),
        Cell.number(value.system), plain(value.language), Cell.flag(value.isNew),
        plain(value.subscription?.rawValue), Cell.flag(value.isInAudience),
      ], in: self)
  }

  mutating func number(of value: ServedPaywall) throws -> RecordDetails.Number {
    try Self.served.number(
      of: [
        plain(value.release), plain(value.placement), Cell.number(value.traffic),
        plain(value.paywall), plain(value.locale), plain(value.content), plain(value.products),
        plain(value.selected),
      ], in: self)
  }

  mutating func number(of value: ReportedPaywall) throws -> RecordDetails.Number {
    try Self.reported.number(
      of: [
        plain(value.paywall), plain(value.content), plain(value.products), plain(value.product),
        Cell.number(value.price), plain(value.currency), Cell.flag(value.introductoryEligible),
      ], in: self)
  }

  func dimensions(_ number: RecordDetails.Number) throws -> VisitorDimensions? {
    try Self.dimensions.row(number, in: self) { row in
      VisitorDimensions(
        storefront: row.text(0), platform: row.text(1), appVersion: row.text(2),
        system: row.int(optional: 3), language: row.text(4), isNew: row.flag(5),
        subscription: try row.text(6).map { word in
          guard let state = SubscriptionState(rawValue: word) else {
            throw UnreadableRow("dimensions with an unknown state of a subscription")
          }
          return state
        }, isInAudience: row.flag(7))
    }
  }

  func served(_ number: RecordDetails.Number) throws -> ServedPaywall? {
    try Self.served.row(number, in: self) { row in
      ServedPaywall(
        release: row.text(0), placement: row.text(1), traffic: row.int(optional: 2),
        paywall: row.text(3), locale: row.text(4), content: row.text(5), products: row.text(6),
        selected: row.text(7))
    }
  }

  func reported(_ number: RecordDetails.Number) throws -> ReportedPaywall? {
    try Self.reported.row(number, in: self) { row in
      ReportedPaywall(
        paywall: row.text(0), content: row.text(1), products: row.text(2), product: row.text(3),
        price: row.int64(optional: 4), currency: row.text(5), introductoryEligible: row.flag(6))
    }
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
    ) {
      PlacementExposures(
        placement: try $0.required(0), renderedAt: $0.moment(1) ?? .epoch,
        exposures: $0.int(optional: 2))
    }.sorted { $0.placement.utf8.lexicographicallyPrecedes($1.placement.utf8) }
  }

  func unknownDetails(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> UnknownDetailCounts {
    typealias Member = WritableKeyPath<UnknownDetailCounts, Int>
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
    let counted: [(Member, String)] =
      [(\.units, "TRUE"), (\.withoutDetails, "a.exposure_flags IS NULL")]
      + details.map { ($0, "a.exposure_flags IS NOT NULL AND \($1) IS NULL") }
      + flags.map { ($0, "a.exposure_flags & \($1.rawValue) <> 0") }
    let counts = counted.map { "count(*) FILTER (WHERE \($0.1))" }
    let found = try each(
      """
      SELECT \(counts.joined(separator: ", "))
      FROM assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions
        LEFT JOIN served_paywalls AS s ON s.number = a.served
        LEFT JOIN reported_paywalls AS r ON r.number = a.reported
      WHERE a.environment = ? AND a.experiment = ? AND a.phase = ? AND a.exposures > 0
      """, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { row in
      var counts = UnknownDetailCounts()
      for (column, (member, _)) in counted.enumerated() {
        counts[keyPath: member] = row.int(column)
      }
      return counts
    }
    return found.first ?? UnknownDetailCounts()
  }
}

extension DeviceTime {
  /// - Parameter column: of the time; its offset follows.
  init?(_ row: SQLRow, at column: Int) {
    guard let time = row.moment(column), let offset = row.int64(optional: column + 1) else {
      return nil
    }
    self.init(at: time, offset: offset)
  }
}

extension RecordDetails {
  /// - Parameters:
  ///   - column: of the dimensions; what was served, what was reported and the flags follow.
  ///   - days: the column of the days since the installation.
  init?(_ row: SQLRow, at column: Int, days: Int) {
    guard let flags = row.int64(optional: column + 3) else { return nil }
    self.init(
      dimensions: row.int64(column), served: row.int64(column + 1),
      reported: row.int64(column + 2),
      flags: ExposureFlags(rawValue: UInt8(truncatingIfNeeded: flags)),
      daysSinceInstall: row.int(optional: days))
  }
}
