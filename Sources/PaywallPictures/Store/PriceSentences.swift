import PaywallCatalog

/// What a product costs and what happens then, in sentences of one language.
struct PriceSentences {
  let words: PictureWords
  let prices: PriceList?
  let product: Product
  let plan: BillingPlan

  init(_ words: PictureWords, _ prices: PriceList?, _ product: Product, _ plan: BillingPlan) {
    (self.words, self.prices, self.product, self.plan) = (words, prices, product, plan)
  }

  /// `nil` if the price is not known.
  var price: String? { prices?.price(of: product.id, on: plan).map { text($0) } }

  private func text(_ money: Money) -> String { money.text(in: words.locale) }

  /// One billing period: on the monthly plan a month.
  private var period: Period? { plan == .monthly ? Period(months: 1) : product.period }

  /// What is billed: `$59.99 a year`.
  var billed: String? {
    guard let price else { return nil }
    switch (product.type, period) {
    case (.autoRenewable, let period?): return words.rate(price, each: period)
    case (.nonRenewable, let period?):
      return words(.fixed, ["price": price, "length": words.length(period)])
    default: return price
    }
  }

  /// The months that a customer commits to, with their sum; `nil` on the usual plan.
  var commitment: String? {
    guard plan == .monthly, let length = product.period,
      let month = prices?.price(of: product.id, on: plan)
    else { return nil }
    return words.length(length) + ", " + words(.total, ["price": text(month * length.months)])
  }

  /// That and how it renews; `nil` for what does not renew.
  var renewal: String? {
    guard product.type == .autoRenewable, let billed else { return nil }
    return words(.renews, ["rate": billed])
  }

  /// `3 days free, then $39.99 a year`; `nil` if a term or a price of it is not known.
  func sentence(of offer: Offer) -> String? {
    guard let billed, let payment = offer.payment, let period = offer.period else { return nil }
    let whole = payment == .payAsYouGo ? period * offer.cycles : period
    let length = words.length(whole)
    if payment == .freeTrial { return words(.free, ["length": length, "rate": billed]) }
    guard let price = prices?.price(of: offer, on: product.id).map({ text($0) }) else { return nil }
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
