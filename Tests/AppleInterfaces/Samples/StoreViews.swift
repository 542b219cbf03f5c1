import PaywallKit
import StoreKit
import SwiftUI

// StoreKit's own views with offers that the server has signed.

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension View {
  /// Every purchase from a view inside takes this offer, if the server grants it.
  @MainActor
  func purchases(with offer: String, at placement: String, _ paywalls: Paywalls) -> some View {
    inAppPurchaseOptions { product in
      let signed = try? await paywalls.signedOffer(
        product: product.id, offer: offer, placement: placement)
      return signed?.purchaseOptions ?? []
    }
  }
}

@available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
extension View {
  /// StoreKit asks for the signature when the customer taps.
  @MainActor
  func promotionalOffers(at placement: String, _ paywalls: Paywalls) -> some View {
    subscriptionPromotionalOffer { _, subscription in
      subscription.promotionalOffers.first
    } compactJWS: { product, _, offer in
      let signed = try await paywalls.signedOffer(
        product: product.id, offer: offer.id ?? "", placement: placement)
      guard case .jws(let jws) = signed.signature else { throw CancellationError() }
      return jws
    }
  }

  /// Withholds Apple's introductory offer where the server says so.
  @MainActor
  func withheldIntroductoryOffers(at placement: String, _ paywalls: Paywalls) -> some View {
    subscriptionIntroductoryOffer { _, _ in
      false
    } compactJWS: { product, _ in
      let jws = try await paywalls.withheldIntroductoryOffer(
        product: product.id, placement: placement)
      guard let jws else { throw CancellationError() }
      return jws
    }
  }
}
