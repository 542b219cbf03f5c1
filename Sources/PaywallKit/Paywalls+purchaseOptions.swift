#if canImport(StoreKit)
package import StoreKit

// Type-checked by `.ci/apple`; not run where this package is built.

extension Paywalls {
  /// Returns the options of a purchase that one of Apple's views begins.
  ///
  /// - Parameter offer: one of the paywall's offers; `nil` if Apple's view applies it by itself.
  package nonisolated func purchaseOptions(
    for product: StoreKit.Product, on placement: PlacementDecision, offer: OfferPreference?
  ) async -> Set<StoreKit.Product.PurchaseOption> {
    let options = await options(for: StoreProduct(product), on: placement, offer: offer)
    let account = StorePurchaseOptions(appAccountToken: options.appAccountToken)
    // A win-back offer that is gone is left out.
    return (try? product.purchaseOptions(options)) ?? (try? product.purchaseOptions(account)) ?? []
  }
}
#endif
