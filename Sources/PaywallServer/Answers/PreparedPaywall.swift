package import Catalog

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
    json.raw("\"productIds\":")
    json.list(paywall.products) { $0.string($1.product) }
    json.raw(",\"paywall\":{\"id\":")
    json.string(paywall.id)
    json.raw(",\"locale\":")
    json.string(locale)
    if let selected = paywall.selected {
      json.raw(",\"selected\":")
      json.string(selected)
    }
    json.raw(",\"products\":[")
    for (index, product) in paywall.products.enumerated() {
      if index > 0 { json.raw(",") }
      json.product(product, locale: locale, in: snapshot)
      if snapshot.mayOffer(on: product) {
        stretches.append(Stretch(bytes: json.bytes, offersOf: product))
        json = JSONText()
      } else {
        json.raw(",\"offers\":[]")
      }
      json.raw("}")
    }
    json.raw("]")
    if !paywall.content.isEmpty {
      json.raw(",\"content\":")
      json.content(.object(paywall.content), locale: locale, in: snapshot)
    }
    json.raw("}")
    stretches.append(Stretch(bytes: json.bytes))
    self.stretches = stretches
  }

  /// What a placement that shows nothing answers in place of a paywall.
  package static let nothing = JSONText { $0.raw("\"productIds\":[],\"paywall\":null") }.bytes
}

extension JSONText {
  /// A product up to its offers, without the closing brace.
  fileprivate mutating func product(
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
      content(extra, locale: locale, in: snapshot)
    }
  }

  fileprivate mutating func content(_ value: Content, locale: String, in snapshot: Snapshot) {
    content(value.localised(for: locale, default: snapshot.app.defaultLocale))
  }
}

extension Snapshot {
  /// Whether the answer for this product depends on who asks: it lists offers, or has an
  /// introductory one, which Apple applies unless it is withheld.
  fileprivate func mayOffer(on product: PaywallProduct) -> Bool {
    !product.offers.isEmpty || !offers(of: .introductory, on: product.product).isEmpty
  }
}
