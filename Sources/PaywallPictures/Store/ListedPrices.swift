import PaywallCatalog
import PaywallPresentation

/// The sentences on a product's price, as a list of prices has it.
struct ListedPrices {
  let sentences: PriceSentences
  private let prices: PriceList?
  private let product: Product

  init(_ words: PaywallWords, _ prices: PriceList?, _ product: Product, _ plan: BillingPlan) {
    (self.prices, self.product) = (prices, product)
    let price = prices?.price(of: product.id, on: plan)
    var commitment: (length: Period, total: String)?
    if plan == .monthly, let length = product.period, let price {
      commitment = (length, (price * length.months).text(in: words.locale))
    }
    // On the monthly plan a month is billed.
    sentences = PriceSentences(
      words, product.type, price: price?.text(in: words.locale),
      each: plan == .monthly ? Period(months: 1) : product.period, commitment: commitment)
  }

  /// Writes `3 days free, then $39.99 a year`; `nil` if a term or a price of it is not known.
  func sentence(of offer: Offer) -> String? {
    guard let payment = offer.payment, let period = offer.period else { return nil }
    let price = prices?.price(of: offer, on: product.id)
    return sentences.sentence(
      payment, price: price?.text(in: sentences.words.locale), each: period, cycles: offer.cycles)
  }
}

extension PaywallWords {
  /// The words with the digits in which prices are written in the locale.
  init(for locale: String, country: String?) {
    self.init(for: locale, country: country, digitsOf: "")
    digits = Array(MoneyFormat.nearest(to: self.locale).localised("0123456789"))
  }
}
