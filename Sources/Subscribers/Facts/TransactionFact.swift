package import PaywallCatalog

/// One signed copy of a transaction, as far as a decision reads it. Apple signs a transaction again
/// whenever something about it changes; among the copies with one `transactionId` the newest by
/// `signedDate` holds (AppleFacts.md § 6).
package struct TransactionFact: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var transactionId: String
  /// Constant over the renewals of one subscription.
  package var originalTransactionId: String
  /// The customer: the download of the app by one Apple Account. Absent in data from before 2025.
  package var appTransactionId: String?
  package var productId: String
  /// App Store Connect's subscription group identifier.
  package var groupId: String?
  package var type: OpenEnum<PurchaseType>?
  package var ownership: OpenEnum<Ownership>?
  package var reason: OpenEnum<TransactionReason>?
  /// When Apple signed this copy; 1970 if Apple omitted it, which makes it older than any other.
  package var signedDate: Timestamp
  package var purchaseDate: Timestamp?
  package var originalPurchaseDate: Timestamp?
  package var expiresDate: Timestamp?
  /// The value that the app passed at the purchase, in lower case.
  package var appAccountToken: String?
  package var quantity: Int?
  /// Milliunits of `currency`, for the whole quantity, of the offer if one applies. Of a multiseat
  /// purchase it is worked out from the prices of the seats (`Seats.amount`).
  package var price: Int64?
  /// ISO 4217.
  package var currency: String?
  /// ISO 3166-1 alpha-3.
  package var storefront: String?
  package var offerKind: OpenEnum<RedeemedOfferKind>?
  /// Apple's `offerIdentifier`; absent for introductory offers.
  package var offerId: String?
  package var offerDiscount: OpenEnum<OfferDiscount>?
  /// The whole length of the offer, an ISO 8601 duration.
  package var offerPeriod: String?
  /// An upgrade replaced this transaction.
  package var isUpgraded: Bool
  package var revocationDate: Timestamp?
  /// 0 other, 1 an issue with the app.
  package var revocationReason: Int?
  package var revocationType: OpenEnum<RevocationType>?
  /// Thousandths of a percent.
  package var revocationPercentage: Int?
  /// The revocation that a `REFUND` notification announced, by its moment; a later copy says no more
  /// of it.
  package var refundedAt: Timestamp?
  /// Apple's id of the billing event; copies of one purchase share it.
  package var webOrderLineItemId: String?
  /// Why it was added to a period that runs.
  package var additionalReason: OpenEnum<AdditionalTransactionReason>?
  /// `nil` unless Apple sent `multiSeatInfo`.
  package var seats: Seats?
  /// When copies first said that so many seats were revoked, the fewest first.
  package var seatRevocations: [SeatRevocation] = []
  package var billingPlan: OpenEnum<BillingPlanType>?
  package var commitment: Commitment?
  /// The subscription that the customer switched from: to a bundle, or out of one.
  package var previousOriginalTransactionId: String?
  package var bundle: BundleMembership?

  package init(
    environment: AppStoreEnvironment, transactionId: String, originalTransactionId: String,
    productId: String, signedDate: Timestamp, appTransactionId: String? = nil,
    groupId: String? = nil, type: OpenEnum<PurchaseType>? = nil,
    ownership: OpenEnum<Ownership>? = nil,
    reason: OpenEnum<TransactionReason>? = nil, purchaseDate: Timestamp? = nil,
    originalPurchaseDate: Timestamp? = nil, expiresDate: Timestamp? = nil,
    appAccountToken: String? = nil, quantity: Int? = nil, price: Int64? = nil,
    currency: String? = nil, storefront: String? = nil,
    offerKind: OpenEnum<RedeemedOfferKind>? = nil, offerId: String? = nil,
    offerDiscount: OpenEnum<OfferDiscount>? = nil, offerPeriod: String? = nil,
    isUpgraded: Bool = false, revocationDate: Timestamp? = nil, revocationReason: Int? = nil,
    revocationType: OpenEnum<RevocationType>? = nil, revocationPercentage: Int? = nil
  ) {
    self.environment = environment
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.appTransactionId = appTransactionId
    self.productId = productId
    self.groupId = groupId
    self.type = type
    self.ownership = ownership
    self.reason = reason
    self.signedDate = signedDate
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.expiresDate = expiresDate
    self.appAccountToken = appAccountToken
    self.quantity = quantity
    self.price = price
    self.currency = currency
    self.storefront = storefront
    self.offerKind = offerKind
    self.offerId = offerId
    self.offerDiscount = offerDiscount
    self.offerPeriod = offerPeriod
    self.isUpgraded = isUpgraded
    self.revocationDate = revocationDate
    self.revocationReason = revocationReason
    self.revocationType = revocationType
    self.revocationPercentage = revocationPercentage
  }
}
