package import PaywallTextCoding

// A paywall as every answer writes it; only the offers, which depend on a person, are not here.
extension JSONText {
  /// `"productIds":[…],"paywall":{"id":…,"locale":…,"selected":…`, up to the products.
  package mutating func opening(of paywall: Paywall, locale: String) {
    raw("\"productIds\":")
    productIds(of: paywall)
    raw(",\"paywall\":{\"id\":")
    string(paywall.id)
    raw(",\"locale\":")
    string(locale)
    if let selected = paywall.selected {
      raw(",\"selected\":")
      string(selected)
    }
  }

  /// The value of `productIds`.
  package mutating func productIds(of paywall: Paywall) {
    list(paywall.products) { $0.string($1.product) }
  }

  /// The value of `content`.
  package mutating func content(of paywall: Paywall, locale: String, in snapshot: Snapshot) {
    content(.object(paywall.content), locale: locale, in: snapshot)
  }

  /// A product up to its offers, without the closing brace.
  package mutating func opening(
    of product: PaywallProduct, locale: String, in snapshot: Snapshot
  ) {
    raw("{\"id\":")
    string(product.product)
    if let known = snapshot.products[product.product] {
      raw(",\"type\":")
      string(known.type.rawValue)
      if let group = known.group.flatMap(snapshot.group) {
        raw(",\"group\":")
        string(group.id)
      }
    }
    billingPlan(product.billingPlan)
    if let extra = product.extra {
      raw(",\"extra\":")
      content(extra, locale: locale, in: snapshot)
    }
  }

  /// The member `billingPlan`, which is left out for the plan that StoreKit takes by itself.
  package mutating func billingPlan(_ plan: BillingPlan) {
    guard plan != .upFront else { return }
    raw(",\"billingPlan\":")
    string(plan.rawValue)
  }

  /// The end of a paywall behind its products: its content, if it has any, and the brace.
  package mutating func closing(of paywall: Paywall, locale: String, in snapshot: Snapshot) {
    if !paywall.content.isEmpty {
      raw(",\"content\":")
      content(of: paywall, locale: locale, in: snapshot)
    }
    raw("}")
  }

  /// Writes the answer of a placement that shows nothing.
  package mutating func noPaywall() { raw("\"productIds\":[],\"paywall\":null") }

  private mutating func content(_ value: Content, locale: String, in snapshot: Snapshot) {
    content(value.localised(for: locale, default: snapshot.app.defaultLocale))
  }
}
