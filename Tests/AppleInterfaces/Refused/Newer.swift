import PaywallKit
import StoreKit

// Each line with an error, on the systems that are named, and no other: that the check works.

func winBack(_ product: Product) -> Set<Product.PurchaseOption> {
  guard let subscription = product.subscription else { return [] }
  let offers = subscription.winBackOffers  // error: ios tvos watchos visionos
  return Set(offers.map { .winBackOffer($0) })  // error: ios tvos watchos visionos
}

func winBackOnNewSystems(_ product: Product) -> Set<Product.PurchaseOption> {
  guard #available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *),
    let offer = product.subscription?.winBackOffers.first
  else { return [] }
  return [.winBackOffer(offer)]
}

@MainActor
func buy(_ product: Product) async throws {
  _ = try await product.purchase()  // error: visionos
}

func offer(of transaction: StoreKit.Transaction) -> String? {
  transaction.offerID  // error: macos
}

typealias Values = AsyncSequence<Int, Never>  // error: ios tvos watchos visionos
func values(_ a: AsyncStream<Int>) -> any Values { a }
