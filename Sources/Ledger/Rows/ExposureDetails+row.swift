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
