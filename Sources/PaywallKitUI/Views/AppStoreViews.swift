#if canImport(SwiftUI)
public import PaywallKit
import StoreKit
public import SwiftUI

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension View {
  /// Answers the App Store's requests while this view is on screen. On iOS and visionOS it shows
  /// the App Store's messages, such as a price increase. On iOS and macOS it buys what the customer
  /// has chosen in the App Store: a promoted purchase, or a win-back offer. Elsewhere it does
  /// nothing.
  ///
  /// - Parameters:
  ///   - paywalls: the client that buys.
  ///   - placement: the placement whose paywall has the products and their offers.
  public func appStoreRequests(
    using paywalls: any PaywallProvider, on placement: String
  ) -> some View {
    modifier(AppStoreRequests(paywalls: paywalls, placement: placement))
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct AppStoreRequests: ViewModifier {
  let paywalls: any PaywallProvider
  let placement: String
  #if os(iOS) || os(visionOS)
  @Environment(\.displayStoreKitMessage) private var display
  #endif

  func body(content: Content) -> some View {
    content
      .task {
        #if os(iOS) || os(visionOS)
        for await message in StoreKit.Message.messages { try? display(message) }
        #endif
      }
      .task {
        #if os(iOS) || os(macOS)
        for await intent in PurchaseIntent.intents { await buy(intent) }
        #endif
      }
  }

  #if os(iOS) || os(macOS)
  private func buy(_ intent: PurchaseIntent) async {
    let answer = await paywalls.placement(placement)
    // A customer who has chosen an offer must not be sold the usual price.
    if #available(iOS 18.0, macOS 15.0, *), let offer = intent.offer?.id {
      _ = await paywalls.buy(intent.product.id, on: answer, offer: .only(offer))
    } else {
      _ = await paywalls.buy(intent.product.id, on: answer, ifOfferFails: .buyWithoutOffer)
    }
  }
  #endif
}

/// The server's offers in Apple's view: by its modifiers where the system has them (promotional and win-back
/// offers from 26), else as options of the purchase, which that view then does not announce.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct StoreOffers: ViewModifier {
  let model: PaywallModel
  let paywalls: Paywalls

  func body(content: Content) -> some View {
    if let placement = model.placement {
      if #available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
        let applied = offers { $0 == .promotional || $0 == .winBack }
        content
          .inAppPurchaseOptions(Self.options(paywalls, placement, applied: applied))
          .preferredSubscriptionOffer(Self.preferred(offers { $0 == .winBack }))
          .subscriptionPromotionalOffer(
            offer: Self.promotional(offers { $0 == .promotional }),
            compactJWS: Self.signature(paywalls, placement.id))
      } else {
        content.inAppPurchaseOptions(Self.options(paywalls, placement, applied: [:]))
      }
    }
  }

  /// The offers of some kinds that purchases take, by product.
  private func offers(where isIncluded: (Paywall.Offer.Kind) -> Bool) -> [String: String] {
    var offers: [String: String] = [:]
    for product in model.products {
      if let offer = product.offer, isIncluded(offer.kind) { offers[product.id] = offer.id }
    }
    return offers
  }
}

// Apple's view may call these on any thread.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension StoreOffers {
  private typealias Product = StoreKit.Product
  private typealias Subscription = StoreKit.Product.SubscriptionInfo
  private typealias Offer = StoreKit.Product.SubscriptionOffer

  /// Returns the visitor's account, and the offer if Apple's view does not apply it.
  nonisolated private static func options(
    _ paywalls: Paywalls, _ placement: PlacementDecision, applied: [String: String]
  ) -> (Product) async -> Set<Product.PurchaseOption> {
    { product in
      await paywalls.purchaseOptions(
        for: product, on: placement, offer: applied[product.id] == nil ? .first : nil)
    }
  }

  nonisolated private static func promotional(
    _ offers: [String: String]
  ) -> (Product, Subscription) -> Offer? {
    { product, info in
      offers[product.id].flatMap { id in info.promotionalOffers.first { $0.id == id } }
    }
  }

  /// Returns the server's win-back offer; for any other product the one that Apple prefers.
  nonisolated private static func preferred(
    _ offers: [String: String]
  ) -> (Product, Subscription, [Offer]) -> Offer? {
    { product, _, eligible in
      offers[product.id].map { id in eligible.first { $0.id == id } } ?? eligible.first
    }
  }

  /// Returns the offer's signature, made when the customer taps. Without one nothing is bought.
  nonisolated private static func signature(
    _ paywalls: Paywalls, _ placement: String
  ) -> (Product, Subscription, Offer) async throws -> String {
    { product, _, offer in
      let signed = try await paywalls.signedOffer(
        product: product.id, offer: offer.id ?? "", placement: placement)
      guard case .jws(let jws) = signed.signature else { throw CancellationError() }
      return jws
    }
  }
}
#endif
