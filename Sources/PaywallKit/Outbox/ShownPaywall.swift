import PaywallTextCoding

/// The paywall that was rendered, for results: `shown` of an exposure.
struct ShownPaywall: Codable, Equatable, Sendable {
  var paywall: String
  /// The digest of the content that the answer shows.
  var content: String?
  var products: String?
  /// The product that was selected, as the app reports it.
  var product: String?
  /// The price in milliunits.
  var price: Int64?
  var currency: String?
  var introductoryEligible: Bool?
}

extension JSONText {
  /// Writes `,"shown":{…}`.
  mutating func shown(_ shown: ShownPaywall) {
    raw(",\"shown\":{\"paywall\":")
    string(shown.paywall)
    member("content", shown.content)
    member("products", shown.products)
    member("product", shown.product)
    if let price = shown.price {
      raw(",\"price\":")
      integer(price)
    }
    member("currency", shown.currency)
    if let isEligible = shown.introductoryEligible {
      raw(",\"introductoryEligible\":")
      boolean(isEligible)
    }
    raw("}")
  }
}
