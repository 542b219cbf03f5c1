package import PaywallCatalog

/// The content of one signed copy of a subscription's renewal info. Of the copies with one
/// `originalTransactionId`, the newest by `signedDate` is valid.
package struct RenewalFact: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String
  package var appTransactionId: String?
  /// When Apple signed this copy; 1970 if Apple omitted it.
  package var signedDate: Timestamp
  package var productId: String?
  /// The product that renews next; differs from `productId` while a downgrade is pending.
  package var autoRenewProductId: String?
  package var autoRenews: Bool?
  package var renewalDate: Timestamp?
  /// Milliunits of `currency`, offer included, for all seats.
  package var renewalPrice: Int64?
  package var currency: String?
  /// Start of the current run; lapses under 60 days do not end a run.
  package var recentStartDate: Timestamp?
  package var expirationIntent: OpenEnum<ExpirationIntent>?
  package var isInBillingRetry: Bool?
  package var gracePeriodExpiresDate: Timestamp?
  /// 0 not answered, 1 agreed or notified.
  package var priceIncreaseStatus: Int?
  /// The offer that applies to the next renewal.
  package var offerKind: OpenEnum<RedeemedOfferKind>?
  package var offerId: String?
  /// Apple's win-back offers for this customer, the best first; `nil` if Apple sent no list.
  package var eligibleWinBackOfferIds: [String]?
  /// In lower case.
  package var appAccountToken: String?
  /// The number of seats that renews.
  package var renewalQuantity: Int?
  /// The seats of the next period with their price; `averagePrice` is Apple's `renewalPrice`.
  package var seats: Seats?
  package var billingPlan: OpenEnum<BillingPlanType>?
  package var commitment: CommitmentRenewal?
  package var bundle: BundleMembership?

  package init(
    environment: AppStoreEnvironment, originalTransactionId: String, signedDate: Timestamp,
    appTransactionId: String? = nil, productId: String? = nil, autoRenewProductId: String? = nil,
    autoRenews: Bool? = nil, renewalDate: Timestamp? = nil, renewalPrice: Int64? = nil,
    currency: String? = nil, recentStartDate: Timestamp? = nil,
    expirationIntent: OpenEnum<ExpirationIntent>? = nil, isInBillingRetry: Bool? = nil,
    gracePeriodExpiresDate: Timestamp? = nil, priceIncreaseStatus: Int? = nil,
    offerKind: OpenEnum<RedeemedOfferKind>? = nil, offerId: String? = nil,
    eligibleWinBackOfferIds: [String]? = nil, appAccountToken: String? = nil
  ) {
    self.environment = environment
    self.originalTransactionId = originalTransactionId
    self.appTransactionId = appTransactionId
    self.signedDate = signedDate
    self.productId = productId
    self.autoRenewProductId = autoRenewProductId
    self.autoRenews = autoRenews
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
    self.currency = currency
    self.recentStartDate = recentStartDate
    self.expirationIntent = expirationIntent
    self.isInBillingRetry = isInBillingRetry
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.priceIncreaseStatus = priceIncreaseStatus
    self.offerKind = offerKind
    self.offerId = offerId
    self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
    self.appAccountToken = appAccountToken
  }
}
