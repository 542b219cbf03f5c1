internal import PaywallCatalog

extension ValidationRule {
  /// Apple gives a product at most one introductory offer on each billing plan, and ten promotional
  /// ones at a time.
  static let oneIntroductoryOffer = ValidationRule { draft, sink in
    var first: [[String]: String] = [:]
    var promotional: [String: Int] = [:]
    for offer in draft.offers {
      for product in offer.products {
        switch offer.value.kind {
        case .introductory:
          let sale = [product.value, offer.value.billingPlan.rawValue]
          guard let other = first[sale] else {
            first[sale] = offer.value.key
            continue
          }
          sink.error(
            .duplicate, at: product.place,
            "'\(product.value)' has an introductory offer already: '\(other)'",
            help: "remove it from one of the two; for another trial make another product")
        case .promotional:
          promotional[product.value, default: 0] += 1
          guard promotional[product.value] == 11 else { continue }
          sink.warning(
            .invalidValue, at: product.place,
            "'\(product.value)' has more than ten promotional offers",
            help: "App Store Connect keeps at most ten active ones per product: remove some")
        case .winBack, .offerCode: continue
        }
      }
    }
  }
}
