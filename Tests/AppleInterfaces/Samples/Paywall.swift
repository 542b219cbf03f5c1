import PaywallKit
import StoreKit

// An app's code around a purchase: from `PaywallKit.md`.

@MainActor
func show(_ paywalls: Paywalls, _ products: [Product]) async throws {
  let placement = await paywalls.placement("onboarding")
  guard case .paywall(let paywall) = placement.shows else { return }
  if let product = products.first(where: { $0.id == paywall.selected }) {
    await paywalls.reportExposure(of: placement, showing: DisplayedProduct(product))
  }
}

#if !os(visionOS)
@MainActor
func buy(_ product: Product, _ paywalls: Paywalls) async throws -> Product.PurchaseResult {
  let signed = try await paywalls.signedOffer(
    product: product.id, offer: "loyalty_20", placement: "onboarding")
  return try await product.purchase(options: signed.purchaseOptions)
}
#endif

#if os(iOS) || os(tvOS) || os(visionOS)
import UIKit

/// On visionOS a purchase names the window that it is confirmed in.
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
@MainActor
func buy(
  _ product: Product, _ paywalls: Paywalls, in scene: UIScene
) async throws -> Product.PurchaseResult {
  let signed = try await paywalls.signedOffer(
    product: product.id, offer: "loyalty_20", placement: "onboarding")
  return try await product.purchase(confirmIn: scene, options: signed.purchaseOptions)
}
#endif
