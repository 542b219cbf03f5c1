import Foundation
import PaywallKit
import Synchronization

@testable import PaywallKitUI

/// A yearly subscription as StoreKit would have it, with a free week.
let yearly = StoreProduct(
  id: "yearly", type: .autoRenewable, displayName: "Lumen Yearly", displayPrice: "$59.99",
  price: Decimal(5999) / 100, currency: "USD", isEligibleForIntroOffer: true,
  period: .init(1, .year),
  offers: [
    .init(.introductory, payment: .freeTrial, period: .init(1, .week)),
    .init(
      .promotional, id: "months_at_half", payment: .payAsYouGo, displayPrice: "$3.99",
      period: .init(1, .month), periodCount: 3),
    .init(
      .winBack, id: "back", payment: .payUpFront, displayPrice: "$19.99",
      period: .init(6, .month)),
  ])

/// The same subscription without an introductory offer, for a customer who has had it.
var yearlyAgain: StoreProduct {
  var product = yearly
  product.isEligibleForIntroOffer = false
  return product
}

let monthly = StoreProduct(
  id: "monthly", type: .autoRenewable, displayName: "Lumen Monthly", displayPrice: "$7.99",
  price: Decimal(799) / 100, currency: "USD", period: .init(1, .month), offers: [])

/// A client of its own, whose answers are given and whose calls are counted.
final class Desk: PaywallProvider {
  struct Contents: Sendable {
    var shows = PlacementDecision.Shows.nothing
    var products = ProductsOutcome.loaded([])
    var outcomes: [PurchaseOutcome] = []
    var restored = RestoreOutcome.nothing
    var customer: PaywallCustomer?
    /// The exposures that were reported, by the selected product.
    var exposures: [String] = []
    var bought: [OfferPreference] = []
    var readers: [AsyncStream<PaywallCustomer>.Continuation] = []
  }

  let contents = Mutex(Contents())

  func change(_ change: (inout Contents) -> Void) { contents.withLock { change(&$0) } }

  /// Shows a paywall with the products of it that the store sells.
  func show(_ paywall: Paywall, _ sold: [StoreProduct]) {
    change {
      $0.shows = .paywall(paywall)
      $0.products = .loaded(
        paywall.products.compactMap { product in
          sold.first { $0.id == product.id }.map { PaywallProduct(product, $0) }
        })
    }
  }

  var exposures: [String] { contents.withLock { $0.exposures } }
  var bought: [OfferPreference] { contents.withLock { $0.bought } }

  func placement(
    _ id: String, attributes: [String: AttributeValue], within budget: Duration?
  ) -> PlacementDecision { PlacementDecision(id, shows: contents.withLock { $0.shows }) }

  func products(of placement: PlacementDecision, within budget: Duration?) -> ProductsOutcome {
    contents.withLock { $0.products }
  }

  func reportExposure(of placement: PlacementDecision, showing product: DisplayedProduct?) {
    change { $0.exposures.append(product?.id ?? "nothing") }
  }

  func buy(
    _ product: String, on placement: PlacementDecision, offer: OfferPreference,
    ifOfferFails fallback: OfferFallback, within budget: Duration?
  ) -> PurchaseOutcome {
    contents.withLock {
      $0.bought.append(offer)
      return $0.outcomes.isEmpty ? .cancelled : $0.outcomes.removeFirst()
    }
  }

  func restore(within budget: Duration?) -> RestoreOutcome { contents.withLock { $0.restored } }

  var customer: PaywallCustomer? { contents.withLock { $0.customer } }

  var customers: AsyncStream<PaywallCustomer> {
    let (stream, reader) = AsyncStream.makeStream(of: PaywallCustomer.self)
    contents.withLock { $0.readers.append(reader) }
    return stream
  }

  /// Publishes a customer to all followers.
  func tell(_ customer: PaywallCustomer) {
    contents.withLock { $0.customer = customer }
    for reader in contents.withLock({ $0.readers }) { reader.yield(customer) }
  }

  var followers: Int { contents.withLock { $0.readers.count } }
}

extension PaywallCustomer {
  static func having(_ entitlements: String...) -> PaywallCustomer {
    PaywallCustomer(
      id: "me", entitlements: entitlements.map { Entitlement(id: $0, product: "yearly") })
  }
}

extension PaywallModel {
  var isUnavailable: Bool { if case .unavailable = state.phase { true } else { false } }
}
