/// An ordered list of products with the offers to try, and content. `extends` is resolved.
package struct Paywall: Sendable {
  package var id: String
  /// For people; never sent to apps.
  package var title: String?
  package var products: [PaywallProduct]
  /// The id of the product that the app selects first.
  package var selected: String?
  package var content: [Content.Member]

  package init(
    id: String, title: String? = nil, products: [PaywallProduct], selected: String? = nil,
    content: [Content.Member] = []
  ) {
    self.id = id
    self.title = title
    self.products = products
    self.selected = selected
    self.content = content
  }
}

/// A product on a paywall.
package struct PaywallProduct: Sendable {
  package var product: String
  /// Keys of offers, tried in order.
  package var offers: [String]
  /// Passed to the app unchanged.
  package var extra: Content?

  package init(product: String, offers: [String] = [], extra: Content? = nil) {
    self.product = product
    self.offers = offers
    self.extra = extra
  }
}

#if Server
extension Paywall: Hashable {}
extension PaywallProduct: Hashable {}
#endif
