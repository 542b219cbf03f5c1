/// The `type` of a transaction, in the App Store's spelling (AppleFacts.md § 3).
package enum PurchaseType: String, CaseIterable, Sendable {
  case autoRenewable = "Auto-Renewable Subscription"
  case nonConsumable = "Non-Consumable"
  case consumable = "Consumable"
  case nonRenewing = "Non-Renewing Subscription"
}

/// How a customer came to hold a purchase.
package enum Ownership: String, CaseIterable, Sendable {
  case purchased = "PURCHASED"
  case familyShared = "FAMILY_SHARED"
  /// A seat of a multiseat subscription; behaves like a family member's.
  case assigned = "ASSIGNED"
}

/// Whether the customer bought, or the store renewed.
package enum TransactionReason: String, CaseIterable, Sendable {
  case purchase = "PURCHASE"
  case renewal = "RENEWAL"
}

/// Which kind of offer a transaction or the next renewal runs under.
package enum RedeemedOfferKind: Int, CaseIterable, Sendable {
  case introductory = 1
  case promotional, offerCode, winBack, retention
}

/// How an offer is paid, in the App Store's spelling.
package enum OfferDiscount: String, CaseIterable, Sendable {
  case freeTrial = "FREE_TRIAL"
  case payAsYouGo = "PAY_AS_YOU_GO"
  case payUpFront = "PAY_UP_FRONT"
  case oneTime = "ONE_TIME"
}

/// How a purchase was revoked.
package enum RevocationType: String, CaseIterable, Sendable {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
  case assignmentRevoke = "ASSIGNMENT_REVOKE"
}

/// Why a subscription ended or will end.
package enum ExpirationIntent: Int, CaseIterable, Sendable {
  case cancelled = 1
  case billingError, priceIncreaseRefused, productUnavailable, other
}
