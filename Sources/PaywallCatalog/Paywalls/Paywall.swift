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
  /// How it is sold here. Offers of another plan do not apply.
  package var billingPlan: BillingPlan
  /// Keys of offers, tried in order.
  package var offers: [String]
  /// Passed to the app unchanged.
  package var extra: Content?

  package init(
    product: String, billingPlan: BillingPlan = .upFront, offers: [String] = [],
    extra: Content? = nil
  ) {
    self.product = product
    self.billingPlan = billingPlan
    self.offers = offers
    self.extra = extra
  }
}

extension PaywallProduct {
  /// Whether Apple gives the offer to somebody who buys this, whether or not the paywall lists it: an
  /// introductory one of the product, on the plan that is sold.
  package func hasUnasked(_ offer: Offer) -> Bool {
    offer.kind == .introductory && offer.billingPlan == billingPlan
      && offer.products.contains(product)
  }
}

#if Server
extension Paywall: Hashable {}
extension PaywallProduct: Hashable {}
#endif
