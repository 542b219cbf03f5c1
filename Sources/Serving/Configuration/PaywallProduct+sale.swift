package import PaywallCatalog

extension PaywallProduct {
  /// The product, and its billing plan if it is not paid at once.
  package var sale: String {
    billingPlan == .upFront ? product : "\(product) \(billingPlan.rawValue)"
  }
}
