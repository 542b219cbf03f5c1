import Catalog

extension JSONText {
  /// What a feature is worth: `{"productIds":[…],"paywall":{…}}` in the app's default locale, as the
  /// server answers it but without offers, which depend on a person. Nothing to show is
  /// `{"productIds":[],"paywall":null}`, never null itself: SDKs take that for no value.
  mutating func value(of show: Show, in snapshot: Snapshot) {
    guard case .paywall(let id) = show, let paywall = snapshot.paywalls[id] else {
      return raw("{\"productIds\":[],\"paywall\":null}")
    }
    let locale = snapshot.app.defaultLocale
    raw("{\"productIds\":")
    list(paywall.products) { $0.string($1.product) }
    raw(",\"paywall\":{\"id\":")
    string(paywall.id)
    raw(",\"locale\":")
    string(locale)
    if let selected = paywall.selected {
      raw(",\"selected\":")
      string(selected)
    }
    raw(",\"products\":")
    list(paywall.products) { $0.product($1, locale: locale, in: snapshot) }
    if !paywall.content.isEmpty {
      raw(",\"content\":")
      content(Content.object(paywall.content).localised(for: locale, default: locale))
    }
    raw("}}")
  }

  private mutating func product(
    _ product: PaywallProduct, locale: String, in snapshot: Snapshot
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
    if let extra = product.extra {
      raw(",\"extra\":")
      content(extra.localised(for: locale, default: locale))
    }
    raw("}")
  }
}
