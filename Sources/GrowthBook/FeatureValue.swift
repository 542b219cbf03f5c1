import PaywallCatalog
import PaywallTextCoding

extension JSONText {
  /// The value of a feature: `{"productIds":[…],"paywall":{…}}` in the app's default locale, as the
  /// server answers it but without offers, which depend on a person. If nothing is shown, it is
  /// `{"productIds":[],"paywall":null}`, never null itself, which SDKs treat as no value.
  mutating func value(of show: Show, in snapshot: Snapshot) {
    raw("{")
    if case .paywall(let id) = show, let paywall = snapshot.paywalls[id] {
      let locale = snapshot.app.defaultLocale
      opening(of: paywall, locale: locale)
      raw(",\"products\":")
      list(paywall.products) { json, product in
        json.opening(of: product, locale: locale, in: snapshot)
        json.raw("}")
      }
      closing(of: paywall, locale: locale, in: snapshot)
    } else {
      noPaywall()
    }
    raw("}")
  }
}
