package import Catalog
import TextCoding

/// A paywall in one locale as the bytes of its answer, cut where a visitor's offers go in.
package struct PreparedPaywall: Sendable {
  /// A stretch of finished JSON, and the product whose offers follow it.
  package struct Stretch: Sendable {
    package var bytes: [UInt8]
    package var offersOf: PaywallProduct?
  }

  package let stretches: [Stretch]

  /// From `"productIds"` to the end of `"paywall"`.
  package init(_ paywall: Paywall, locale: String, in snapshot: Snapshot) {
    var stretches: [Stretch] = []
    var json = JSONText()
    json.opening(of: paywall, locale: locale)
    json.raw(",\"products\":[")
    for (index, product) in paywall.products.enumerated() {
      if index > 0 { json.raw(",") }
      json.opening(of: product, locale: locale, in: snapshot)
      if snapshot.mayOffer(on: product) {
        stretches.append(Stretch(bytes: json.bytes, offersOf: product))
        json = JSONText()
      } else {
        json.raw(",\"offers\":[]")
      }
      json.raw("}")
    }
    json.raw("]")
    json.closing(of: paywall, locale: locale, in: snapshot)
    stretches.append(Stretch(bytes: json.bytes))
    self.stretches = stretches
  }

  /// What a placement that shows nothing answers in place of a paywall.
  package static let nothing = JSONText { $0.noPaywall() }.bytes
}

extension Snapshot {
  /// Whether the answer for this product depends on who asks: it lists offers, or has an
  /// introductory one, which Apple applies unless it is withheld.
  fileprivate func mayOffer(on product: PaywallProduct) -> Bool {
    !product.offers.isEmpty || !offers(of: .introductory, on: product.product).isEmpty
  }
}
