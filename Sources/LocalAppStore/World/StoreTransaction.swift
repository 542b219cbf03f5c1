package import PaywallCatalog

/// One purchase or renewal as the App Store records it.
package struct StoreTransaction: Hashable, Sendable {
  package var transactionId: String
  package var originalTransactionId: String
  package var webOrderLineItemId: String
  package var productId: String
  package var type: ProductType
  /// Only of a subscription.
  package var groupId: String?
  package var purchaseDate: Timestamp
  package var originalPurchaseDate: Timestamp
  package var expiresDate: Timestamp?
  package var quantity = 1
  /// The account that the app named, a UUID in lower case.
  package var appAccountToken: String?
  package var isRenewal = false
  /// Of a family member: the payer's transaction that gives access.
  var payerTransactionId: String?
  /// Milliunits for the whole quantity; 0 for a family member.
  package var price: Int64
  package var offer: RedeemedOffer?
  /// The length that was bought; an extension does not change it.
  package var period: Period?
  /// One month of a commitment to several.
  package var commitment: Commitment?
  /// An upgrade replaced it.
  package var isUpgraded = false
  package var revocation: Revocation?
  /// Whether the app, or its server for it, has delivered it.
  package var isFinished = false
  /// Its place in the order of all changes of the world: what changes later has a higher one.
  package var revision: UInt64 = 0

  /// Whether a family member bought it.
  package var isFamilyShared: Bool { payerTransactionId != nil }

  /// Who paid, in Apple's spelling.
  package enum Ownership: String, CaseIterable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"
  }

  package var ownership: Ownership { isFamilyShared ? .familyShared : .purchased }

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

  /// Which month it is of how many.
  package struct Commitment: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var total: Int
    /// Milliunits of all months together.
    package var price: Int64
    package var expiresDate: Timestamp
  }

  /// Why and when it was taken back.
  package struct Revocation: Hashable, Sendable {
    package var date: Timestamp
    package var reason: RefundReason
    /// Thousandths of a percent that were given back; `nil` for everything.
    package var proratedPercentage: Int?
    /// A family member lost access; nothing is given back.
    package var isLossOfSharing = false
  }
}

/// What a customer gives as the reason of a refund.
package enum RefundReason: Int, Sendable {
  case other = 0
  case troubleWithApp = 1
}
