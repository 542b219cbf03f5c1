package import PaywallCatalog

/// A product's price and renewal, in sentences of one language. Prices are texts: a picture
/// writes them itself, a phone has StoreKit's.
package struct PriceSentences: Sendable {
  package let words: PaywallWords
  private let type: ProductType
  private let price: String?
  private let period: Period?
  /// The months that a customer commits to, with their sum; `nil` without a commitment.
  package let commitment: String?

  /// - Parameters:
  ///   - price: the price of one billing period; `nil` if it is not known.
  ///   - period: one billing period.
  ///   - commitment: the length of a customer's commitment, and its price in all.
  package init(
    _ words: PaywallWords, _ type: ProductType, price: String?, each period: Period?,
    commitment: (length: Period, total: String)? = nil
  ) {
    (self.words, self.type, self.price, self.period) = (words, type, price, period)
    self.commitment = commitment.map {
      words.length($0.length) + ", " + words(.total, ["price": $0.total])
    }
  }

  /// The amount that is billed: `$59.99 a year`. `nil` if the price is not known.
  package var billed: String? {
    guard let price else { return nil }
    switch (type, period) {
    case (.autoRenewable, let period?): return words.rate(price, each: period)
    case (.nonRenewable, let period?):
      return words(.fixed, ["price": price, "length": words.length(period)])
    default: return price
    }
  }

  /// The text of the button, if the paywall has none.
  ///
  /// - Parameters:
  ///   - payment: the payment of the offer that a purchase takes; `nil` without one.
  ///   - isCode: true if it is redeemed by a code.
  package func verb(of payment: OfferPayment?, isCode: Bool = false) -> String {
    if isCode { return words(.redeem) }
    if payment == .freeTrial { return words(.tryFree) }
    return words(type == .autoRenewable ? .subscribe : .buy)
  }

  /// The amount that is billed, and how it renews; `nil` for a product that does not renew.
  package var renewal: String? {
    guard type == .autoRenewable, let billed else { return nil }
    return words(.renews, ["rate": billed])
  }

  /// Writes `3 days free, then $39.99 a year`; `nil` if a price of it is not known.
  ///
  /// - Parameters:
  ///   - price: the price of the offer; not used for a free trial.
  ///   - period: one billing period of `payAsYouGo`, else the whole length.
  package func sentence(
    _ payment: OfferPayment, price: String?, each period: Period, cycles: Int
  ) -> String? {
    guard let billed else { return nil }
    let whole = payment == .payAsYouGo ? period * cycles : period
    let length = words.length(whole)
    if payment == .freeTrial { return words(.free, ["length": length, "rate": billed]) }
    guard let price else { return nil }
    let rate = payment == .payAsYouGo ? words.rate(price, each: period) : price
    return words(.paid, ["offer": rate, "length": length, "rate": billed])
  }
}

extension Period {
  fileprivate static func * (period: Period, count: Int) -> Period {
    Period(
      months: period.months * count, days: period.days * count, seconds: period.seconds * count)
  }
}
