package import PaywallCatalog

/// A message from the App Store to the app's server: the state of one purchase after one change, or
/// news of the whole app.
package struct StoreNotification: Sendable {
  /// The id, which is the same on every attempt to deliver it.
  package let uuid: String
  package let type: NotificationType
  package var subtype: NotificationSubtype?
  package let signedDate: Timestamp
  /// `nil` for news of the whole app.
  package var customer: StoreCustomer?
  /// `nil` for news of the whole app, and of seats that were taken back.
  package var transaction: StoreTransaction?
  /// Only for a subscription.
  package var renewal: StoreRenewal?
  package var consumptionReason: ConsumptionReason?
  /// Only for a mass extension that is done.
  package var summary: MassExtension?
  package var unclaimed: UnclaimedSeats?
}

/// Seats that the app's server had claimed, and the App Store took back.
package struct UnclaimedSeats: Hashable, Sendable {
  package let seatIds: [String]
  package let originalTransactionId: String
}

/// The state of a subscription beside its transactions.
package struct StoreRenewal: Sendable {
  package let status: Int
  package let productId: String
  package let autoRenewProductId: String
  package let autoRenews: Bool
  /// The end of the current period.
  package let renewalDate: Timestamp
  /// The price of the next renewal, in milliunits, of a seat on average; `nil` if nothing renews.
  package let renewalPrice: Int64?
  /// The seats of the next renewal; `nil` without seats.
  package let tiers: [StoreSeats.Tier]?
  package let recentStart: Timestamp
  package let expirationIntent: ExpirationIntent?
  /// Whether the customer agreed to a price increase, or need not; `nil` without one.
  package let agreedToPriceIncrease: Bool?
  /// `nil` while the current period runs.
  package let isInBillingRetry: Bool?
  package let gracePeriodExpiresDate: Timestamp?
  /// The offer of the next renewal.
  package let offer: StoreTransaction.RedeemedOffer?
  /// The plan of the next renewal; `nil` if the product has one plan.
  package let billingPlan: StoreBillingPlan?
  /// The renewal that follows the present commitment.
  package let commitment: Commitment?
  package let bundle: StoreBundle?
  /// Whether the subscription goes on without the bundle.
  package let willUnbundle: Bool
  /// The account of the next renewal.
  package let appAccountToken: String?
  /// Only for an expired subscription.
  package let eligibleWinBackOfferIds: [String]?

  /// The renewal of a commitment.
  package struct Commitment: Hashable, Sendable {
    package let productId: String
    package let autoRenews: Bool
    package let billingPlan: StoreBillingPlan
    package let date: Timestamp
    /// The price of the whole commitment, in milliunits; `nil` if nothing renews.
    package let price: Int64?
  }
}

/// The types that this App Store sends, in Apple's spelling.
package enum NotificationType: String, CaseIterable, Sendable {
  case subscribed = "SUBSCRIBED"
  case didRenew = "DID_RENEW"
  case didChangeRenewalPreference = "DID_CHANGE_RENEWAL_PREF"
  case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
  case offerRedeemed = "OFFER_REDEEMED"
  case didFailToRenew = "DID_FAIL_TO_RENEW"
  case gracePeriodExpired = "GRACE_PERIOD_EXPIRED"
  case expired = "EXPIRED"
  case priceIncrease = "PRICE_INCREASE"
  case refund = "REFUND"
  case refundDeclined = "REFUND_DECLINED"
  case refundReversed = "REFUND_REVERSED"
  case consumptionRequest = "CONSUMPTION_REQUEST"
  case renewalExtended = "RENEWAL_EXTENDED"
  case renewalExtension = "RENEWAL_EXTENSION"
  case oneTimeCharge = "ONE_TIME_CHARGE"
  case test = "TEST"
  case unclaimSeats = "UNCLAIM_SEATS"
  case revoke = "REVOKE"
  case rescindConsent = "RESCIND_CONSENT"
}

/// The subtypes that this App Store sends, in Apple's spelling.
package enum NotificationSubtype: String, CaseIterable, Sendable {
  case initialBuy = "INITIAL_BUY"
  case resubscribe = "RESUBSCRIBE"
  case billingRecovery = "BILLING_RECOVERY"
  case upgrade = "UPGRADE"
  case downgrade = "DOWNGRADE"
  case autoRenewEnabled = "AUTO_RENEW_ENABLED"
  case autoRenewDisabled = "AUTO_RENEW_DISABLED"
  case gracePeriod = "GRACE_PERIOD"
  case voluntary = "VOLUNTARY"
  case billingRetry = "BILLING_RETRY"
  case pending = "PENDING"
  case accepted = "ACCEPTED"
  case priceIncrease = "PRICE_INCREASE"
  case productNotForSale = "PRODUCT_NOT_FOR_SALE"
  case summary = "SUMMARY"
  case failure = "FAILURE"
  case seats = "SEATS"
  case increaseQuantity = "INCREASE_QUANTITY"
  case decreaseQuantity = "DECREASE_QUANTITY"
}

/// Why a customer asks for a refund, in the App Store's spelling.
package enum ConsumptionReason: String, CaseIterable, Sendable {
  case unintendedPurchase = "UNINTENDED_PURCHASE"
  case fulfillmentIssue = "FULFILLMENT_ISSUE"
  case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  case other = "OTHER"
}
