internal import PaywallCatalog

extension ValidationRule {
  /// Apple sells only a subscription of a year by the month, and each billing plan has offers of its own.
  static let billingPlans = ValidationRule { draft, sink in
    for offer in draft.offers where offer.value.billingPlan == .monthly {
      for product in offer.products {
        refuseMonthly(product.value, at: product.place, draft, sink)
      }
    }
    for product in draft.paywalls.flatMap({ $0.products ?? [] }) {
      let sold = product.value
      if let plan = product.billingPlan, plan.value == .monthly {
        refuseMonthly(sold.product, at: plan.place, draft, sink)
      }
      for listed in product.offers {
        guard let offer = draft.offersByKey[listed.value]?.value,
          offer.products.contains(sold.product), offer.billingPlan != sold.billingPlan
        else { continue }
        sink.error(
          .offerNotOnProduct, at: listed.place,
          "'\(listed.value)' is an offer of the billing plan \(offer.billingPlan.rawValue), and "
            + "'\(sold.product)' is sold on \(sold.billingPlan.rawValue) here",
          help: "write 'billingPlan: \(offer.billingPlan.rawValue)' for the product here, or list "
            + "an offer that says 'billingPlan: \(sold.billingPlan.rawValue)'")
      }
    }
  }

  private static func refuseMonthly(
    _ product: String, at place: Place, _ draft: Draft, _ sink: DiagnosticSink
  ) {
    guard let known = draft.productsById[product]?.value, !known.mayBePaidMonthly else { return }
    let what =
      known.type == .autoRenewable
      ? "renews every \(known.period?.description ?? "period")" : "is \(known.type.rawValue)"
    sink.error(
      .contradiction, at: place,
      "'\(product)' \(what), and Apple sells only a subscription of P1Y by the month",
      help: "remove 'billingPlan: monthly', or name a product of a year")
  }
}
