package import PaywallCatalog

/// One purchase or renewal as the App Store records it.
package struct StoreTransaction: Hashable, Sendable {
  package var transactionId: String
  package var originalTransactionId: String
  package var webOrderLineItemId: String
  package var productId: String
  package var type: ProductType
  /// Only for a subscription.
  package var groupId: String?
  package var purchaseDate: Timestamp
  package var originalPurchaseDate: Timestamp
  package var expiresDate: Timestamp?
  /// The number of units that were bought, such as seats.
  package var quantity = 1
  /// The seats of a multiseat purchase.
  package var seats: StoreSeats?
  /// The account that the app named, a UUID in lower case.
  package var appAccountToken: String?
  package var isRenewal = false
  /// The payer's transaction that gives access; only for a family member or the holder of a seat.
  var payerTransactionId: String?
  /// The bundle that it is part of.
  package var bundle: StoreBundle?
  /// The original id before a switch between a subscription of its own and a bundle.
  package var previousOriginalTransactionId: String?
  /// The same purchase under the ids that restores gave it.
  package internal(set) var copies: [Copy] = []
  /// Milliunits for the whole quantity; 0 for those who do not pay.
  package var price: Int64
  package var offer: RedeemedOffer?
  /// The length that was bought; an extension does not change it.
  package var period: Period?
  /// Bought by the month; an offer may come before the commitment.
  package var isMonthly = false
  /// One month of a commitment to several.
  package var commitment: Commitment?
  /// An upgrade replaced it.
  package var isUpgraded = false
  package var revocation: Revocation?
  /// Whether the app, or its server for it, has delivered it.
  package var isFinished = false
  /// Its place in the order of all changes of the world: what changes later has a higher one.
  package var revision: UInt64 = 0

  /// Whether the customer bought it. If not, a family member or the buyer of seats did.
  package var isOwn: Bool { payerTransactionId == nil }

  package var isFamilyShared: Bool { ownership == .familyShared }

  /// The party that paid, in Apple's spelling.
  package enum Ownership: String, CaseIterable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"
    /// A seat of somebody else's multiseat purchase.
    case assigned = "ASSIGNED"
  }

  package var ownership: Ownership {
    isOwn ? .purchased : seats == nil ? .familyShared : .assigned
  }

  /// The offer of a transaction or of the next renewal.
  package struct RedeemedOffer: Hashable, Sendable {
    package var kind: OfferKind
    /// `nil` for an introductory one.
    package var id: String?
    package var payment: OfferPayment
    package var totalPeriod: Period

    init(_ offer: StoreOffer) {
      kind = offer.kind
      id = offer.kind == .introductory ? nil : offer.id
      payment = offer.payment
      totalPeriod = offer.totalPeriod
    }
  }

  /// One month of a commitment, and the commitment that it belongs to.
  package struct Commitment: Hashable, Sendable {
    /// The number of the month, from 1.
    package var number: Int
    package var total: Int
    /// Milliunits of all months together.
    package var price: Int64
    /// Milliunits of a month without an offer.
    package var monthlyPrice: Int64
    package var expiresDate: Timestamp
  }

  /// Whether Apple gave back all of it or some seats.
  package var isRefunded: Bool { revocation?.kind == .refund || (seats?.revoked ?? 0) > 0 }

  /// Why and when it was taken back.
  package struct Revocation: Hashable, Sendable {
    package var date: Timestamp
    package var reason: RefundReason
    /// Thousandths of a percent that were refunded; `nil` for everything.
    package var proratedPercentage: Int?
    package var kind = Kind.refund

    package enum Kind: Hashable, Sendable {
      case refund
      /// A family member or the holder of a seat lost access; nothing is given back.
      case lossOfSharing
      /// The customer switched to a bundle; nothing is given back.
      case upgradedToBundle
    }
  }
}

/// The reason that a customer gives for a refund.
package enum RefundReason: Int, Sendable {
  case other = 0
  case troubleWithApp = 1
}
