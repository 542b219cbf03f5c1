/// The release in service when an exposure was rendered, and the paywall of the variant at the
/// placement. `nil` is unknown.
package struct ServedPaywall: Hashable, Sendable {
  /// Digest of the configuration.
  package var release: String?
  package var placement: String?
  /// The experiment's traffic, in basis points.
  package var traffic: Int?
  /// Also unknown if the app reports another paywall than the variant shows.
  package var paywall: String?
  /// The locale of the content.
  package var locale: String?
  /// Digest of the `content` in the answer of a placement; unknown without content.
  package var content: String?
  /// Digest of the `productIds` in the answer of a placement.
  package var products: String?
  /// The product that is selected first.
  package var selected: String?

  package init(
    release: String? = nil, placement: String? = nil, traffic: Int? = nil,
    paywall: String? = nil, locale: String? = nil, content: String? = nil,
    products: String? = nil, selected: String? = nil
  ) {
    self.release = release
    self.placement = placement
    self.traffic = traffic
    self.paywall = paywall
    self.locale = locale
    self.content = content
    self.products = products
    self.selected = selected
  }
}
