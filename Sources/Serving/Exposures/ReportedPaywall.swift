/// The paywall that an app reports as rendered. `nil` is unknown.
package struct ReportedPaywall: Hashable, Sendable {
  package var paywall: String?
  /// Digests as in `ServedPaywall`.
  package var content: String?
  package var products: String?
  /// The selected product.
  package var product: String?
  /// The displayed price of `product`, in milliunits of `currency`.
  package var price: Int64?
  /// ISO 4217: `EUR`.
  package var currency: String?
  /// StoreKit's `isEligibleForIntroOffer`.
  package var introductoryEligible: Bool?

  package init(
    paywall: String? = nil, content: String? = nil, products: String? = nil,
    product: String? = nil, price: Int64? = nil, currency: String? = nil,
    introductoryEligible: Bool? = nil
  ) {
    self.paywall = paywall
    self.content = content
    self.products = products
    self.product = product
    self.price = price
    self.currency = currency
    self.introductoryEligible = introductoryEligible
  }

  package static let unknown = ReportedPaywall()
}
