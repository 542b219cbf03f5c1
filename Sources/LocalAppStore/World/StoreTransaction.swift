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
  package var isRenewal = false
  /// Milliunits for the whole quantity.
  package var price: Int64
  package var offer: RedeemedOffer?
  /// The length that was bought; an extension does not change it.
  package var period: Period?
  /// An upgrade replaced it.
  package var isUpgraded = false
  package var revocation: Revocation?

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

  /// Why and when it was taken back.
  package struct Revocation: Hashable, Sendable {
    package var date: Timestamp
    package var reason: RefundReason
    /// Thousandths of a percent that were given back; `nil` for everything.
    package var proratedPercentage: Int?
  }
}

/// What a customer gives as the reason of a refund.
package enum RefundReason: Int, Sendable {
  case other = 0
  case troubleWithApp = 1
}
