import LocalAppStore
import PaywallCatalog

/// A customer with everything they bought. Dates are RFC 3339, prices milliunits.
package struct StoreCustomerCard: Codable, Hashable, Sendable {
  package var id: String
  package var appTransactionId: String
  /// ISO 3166-1 alpha-3.
  package var storefront: String
  /// Whether the card can be charged.
  package var cardWorks: Bool
  /// Whether someone has to approve their purchases.
  package var asksToBuy: Bool
  /// Purchases that wait for approval, in the order in which they asked.
  package var pending: [PendingPurchaseCard]
  /// The family of a customer who is in one.
  package var family: FamilyCard?
  package var subscriptions: [StoreSubscriptionCard]
  /// The purchases that do not renew.
  package var purchases: [TransactionCard]

  init(_ customer: StoreCustomer, in world: World) throws(StoreRefusal) {
    id = customer.id
    appTransactionId = customer.appTransactionId
    storefront = customer.storefront.country
    cardWorks = customer.paymentWorks
    asksToBuy = customer.asksToBuy
    pending = try world.purchaseRequests(of: customer.id).map(PendingPurchaseCard.init)
    family = try world.family(of: customer.id).map {
      FamilyCard(organizer: $0.organizer, members: $0.members)
    }
    subscriptions = try world.subscriptions(of: customer.id).map {
      StoreSubscriptionCard($0, in: world)
    }
    purchases = try world.purchases(of: customer.id).map { TransactionCard($0.transaction) }
  }
}

/// A purchase that waits for approval, or else lapses a day after it was asked for.
package struct PendingPurchaseCard: Codable, Hashable, Sendable {
  package var product: String
  package var asked: String

  init(_ request: PurchaseRequest) {
    product = request.productId
    asked = request.askedAt.rfc3339
  }
}

/// A commitment to several months.
package struct CommitmentCard: Codable, Hashable, Sendable {
  package var month: Int
  package var of: Int
  package var until: String
}

/// A family; ids of customers.
package struct FamilyCard: Codable, Hashable, Sendable {
  package var organizer: String
  /// The organizer among them.
  package var members: [String]
}

package struct StoreSubscriptionCard: Codable, Hashable, Sendable {
  package var originalTransactionId: String
  package var group: String
  /// The family member who pays; `nil` for an own one.
  package var sharedBy: String?
  /// Whether the customer shares it with their family, if the product can be shared.
  package var isShared: Bool
  /// `active`, `gracePeriod`, `billingRetry`, `expired`, `revoked`.
  package var state: String
  /// The end of the grace period or of billing retry; `nil` in other states.
  package var until: String?
  package var product: String
  package var expires: String
  package var autoRenews: Bool
  /// The product that renews next, if it renews.
  package var renewsTo: String
  /// Milliunits of the next renewal; `nil` if nothing renews, or a family member pays.
  package var renewalPrice: Int64?
  /// Whether the customer agreed to a price increase, or need not; `nil` without one.
  package var agreedToPriceIncrease: Bool?
  /// Only for a commitment: which month of how many it is, and when it ends.
  package var commitment: CommitmentCard?
  /// The seats of a subscription that is bought by the seat.
  package var seats: SeatsCard?
  /// The bundle that it is part of.
  package var bundle: BundleCard?
  /// The questions before cancellations, the last one at the end; `nil` without one.
  package var retention: [RetentionCard]?
  /// Offers for those who left, the best first.
  package var winBackOffers: [String]
  package var transactions: [TransactionCard]

  init(_ subscription: StoreSubscription, in world: World) {
    originalTransactionId = subscription.originalTransactionId
    group = subscription.groupId
    sharedBy = world.payerId(of: subscription)
    isShared = subscription.isShared
    (state, until) =
      switch subscription.phase {
      case .active: ("active", nil)
      case .gracePeriod(let until): ("gracePeriod", until.rfc3339)
      case .billingRetry(let until): ("billingRetry", until.rfc3339)
      case .expired: ("expired", nil)
      case .revoked: ("revoked", nil)
      }
    product = subscription.current.productId
    expires = subscription.expiresDate.rfc3339
    autoRenews = subscription.autoRenews
    renewsTo = subscription.nextProductId
    let renewal = world.renewal(of: subscription)
    renewalPrice = subscription.isRunning ? renewal.renewalPrice : nil
    agreedToPriceIncrease = subscription.isRunning ? renewal.agreedToPriceIncrease : nil
    commitment = subscription.current.commitment.map {
      CommitmentCard(month: $0.number, of: $0.total, until: $0.expiresDate.rfc3339)
    }
    seats = SeatsCard(subscription, in: world)
    bundle = subscription.current.bundle.map {
      BundleCard(product: $0.productId, isLeft: subscription.willUnbundle)
    }
    if !subscription.retentionRequests.isEmpty {
      retention = subscription.retentionRequests.map(RetentionCard.init)
    }
    winBackOffers = renewal.eligibleWinBackOfferIds ?? []
    transactions = subscription.transactions.map(TransactionCard.init)
  }
}

package struct TransactionCard: Codable, Hashable, Sendable {
  package var id: String
  package var originalId: String
  /// The order number on the customer's receipt.
  package var order: String
  package var product: String
  package var purchased: String
  package var expires: String?
  package var price: Int64
  package var quantity: Int
  package var offer: OfferCard?
  /// Seats that were added to a period which ran.
  package var isSeatAddition: Bool
  /// How many seats were refunded.
  package var refundedSeats: Int?
  /// The ids that restores gave the same purchase.
  package var copies: [String]
  /// The original id before a switch between a subscription of its own and a bundle.
  package var previousOriginalId: String?
  package var isRenewal: Bool
  package var isUpgraded: Bool
  package var refunded: String?
  /// Thousandths of a percent; `nil` for everything.
  package var refundedPercentage: Int?
  /// A family member pays for it.
  package var isFamilyShared: Bool
  /// A seat of somebody else's purchase.
  package var isAssigned: Bool
  /// When access through the family, or through a seat, ended.
  package var unshared: String?
  /// When a bundle took its place.
  package var switchedToBundle: String?

  package struct OfferCard: Codable, Hashable, Sendable {
    /// `introductory`, `promotional`, `winBack`, `offerCode`.
    package var kind: String
    /// `nil` for an introductory one.
    package var id: String?
  }

  init(_ transaction: StoreTransaction) {
    id = transaction.transactionId
    originalId = transaction.originalTransactionId
    order = transaction.orderId
    product = transaction.productId
    purchased = transaction.purchaseDate.rfc3339
    expires = transaction.expiresDate?.rfc3339
    price = transaction.price
    offer = transaction.offer.map { OfferCard(kind: $0.kind.rawValue, id: $0.id) }
    isRenewal = transaction.isRenewal
    isUpgraded = transaction.isUpgraded
    quantity = transaction.quantity
    isSeatAddition = transaction.seats?.isAddition == true
    refundedSeats = transaction.seats.flatMap { $0.revoked > 0 ? $0.revoked : nil }
    copies = transaction.copies.map(\.transactionId)
    previousOriginalId = transaction.previousOriginalTransactionId
    isFamilyShared = transaction.isFamilyShared
    isAssigned = transaction.ownership == .assigned
    refundedPercentage = transaction.revocation?.proratedPercentage
    let revoked = transaction.revocation?.date.rfc3339
    switch transaction.revocation?.kind {
    case nil: break
    case .refund: refunded = revoked
    case .lossOfSharing: unshared = revoked
    case .upgradedToBundle: switchedToBundle = revoked
    }
  }
}
