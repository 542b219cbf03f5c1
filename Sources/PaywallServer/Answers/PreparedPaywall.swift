package import PaywallCatalog
import PaywallTextCoding

/// The response bytes of a paywall in one locale, split where a visitor's offers go.
package struct PreparedPaywall: Sendable {
  /// A run of finished JSON, and the product whose offers follow it.
  package struct Segment: Sendable {
    package var bytes: [UInt8]
    package var offersOf: PaywallProduct?
  }

  package let segments: [Segment]

  /// From `"productIds"` to the end of `"paywall"`.
  package init(_ paywall: Paywall, locale: String, in snapshot: Snapshot) {
    var segments: [Segment] = []
    var json = JSONText()
    json.opening(of: paywall, locale: locale)
    json.raw(",\"products\":[")
    for (index, product) in paywall.products.enumerated() {
      if index > 0 { json.raw(",") }
      json.opening(of: product, locale: locale, in: snapshot)
      if snapshot.mayOffer(on: product) {
        segments.append(Segment(bytes: json.bytes, offersOf: product))
        json = JSONText()
      } else {
        json.raw(",\"offers\":[]")
      }
      json.raw("}")
    }
    json.raw("]")
    json.closing(of: paywall, locale: locale, in: snapshot)
    segments.append(Segment(bytes: json.bytes))
    self.segments = segments
  }

  /// The JSON that a placement returns instead of a paywall if it shows nothing.
  package static let nothing = JSONText { $0.noPaywall() }.bytes
}

extension Snapshot {
  /// True if the response for this product depends on the visitor: it lists offers, or has an
  /// introductory one, which Apple applies unless withheld.
  fileprivate func mayOffer(on product: PaywallProduct) -> Bool {
    !product.offers.isEmpty || !offers(of: .introductory, on: product.product).isEmpty
  }
}
