import PaywallCatalog
import PaywallSubscribers

extension VisitorDimensions {
  package init(_ row: some LedgerRow) throws {
    self.init(
      storefront: row.text(0), platform: row.text(1), appVersion: row.text(2),
      system: row.int(optional: 3), language: row.text(4), isNew: row.flag(5),
      subscription: try row.text(6).map { _ in
        try row.known(6, "dimensions with an unknown state of a subscription")
      }, isInAudience: row.flag(7))
  }

  /// In the order of the columns.
  ///
  /// - Parameter plain: how a text is stored verbatim.
  package func cells(_ plain: (String?) -> SQLValue) -> [SQLValue] {
    [
      plain(storefront), plain(platform), plain(appVersion), PlainCell.number(system),
      plain(language),
      PlainCell.flag(isNew), plain(subscription?.rawValue), PlainCell.flag(isInAudience),
    ]
  }
}

extension ServedPaywall {
  package init(_ row: some LedgerRow) {
    self.init(
      release: row.text(0), placement: row.text(1), traffic: row.int(optional: 2),
      paywall: row.text(3), locale: row.text(4), content: row.text(5), products: row.text(6),
      selected: row.text(7))
  }

  package func cells(_ plain: (String?) -> SQLValue) -> [SQLValue] {
    [
      plain(release), plain(placement), PlainCell.number(traffic), plain(paywall), plain(locale),
      plain(content), plain(products), plain(selected),
    ]
  }
}

extension ReportedPaywall {
  package init(_ row: some LedgerRow) {
    self.init(
      paywall: row.text(0), content: row.text(1), products: row.text(2), product: row.text(3),
      price: row.int64(optional: 4), currency: row.text(5), introductoryEligible: row.flag(6))
  }

  package func cells(_ plain: (String?) -> SQLValue) -> [SQLValue] {
    [
      plain(paywall), plain(content), plain(products), plain(product), PlainCell.number(price),
      plain(currency), PlainCell.flag(introductoryEligible),
    ]
  }
}

extension PlacementExposures {
  package init(_ row: some LedgerRow) throws {
    self.init(
      placement: try row.required(0), renderedAt: row.moment(1) ?? .epoch,
      exposures: row.int(optional: 2))
  }
}

extension UnknownDetailCounts {
  private typealias Member = WritableKeyPath<UnknownDetailCounts, Int>

  /// What is counted, with its condition in SQL.
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
