/// Words that App Store payloads repeat: the names of their members and common values. Files
/// contain the index of a word in this list: append, at most 255, and never reorder.
package enum PackedWords {
  package static let all: [String] = [
    "transactionId", "originalTransactionId", "webOrderLineItemId", "bundleId", "productId",
    "subscriptionGroupIdentifier", "purchaseDate", "originalPurchaseDate", "expiresDate",
    "quantity", "type", "appAccountToken", "inAppOwnershipType", "signedDate", "environment",
    "transactionReason", "storefront", "storefrontId", "price", "currency", "appTransactionId",
    "offerType", "offerIdentifier", "offerDiscountType", "offerPeriod", "isUpgraded",
    "revocationDate", "revocationReason", "revocationType", "revocationPercentage",
    "billingPlanType", "autoRenewProductId", "autoRenewStatus", "renewalDate", "renewalPrice",
    "recentSubscriptionStartDate", "expirationIntent", "isInBillingRetryPeriod",
    "gracePeriodExpiresDate", "priceIncreaseStatus", "eligibleWinBackOfferIds",
    "renewalBillingPlanType", "notificationType", "subtype", "notificationUUID", "version",
    "data", "appAppleId", "bundleVersion", "status", "signedTransactionInfo",
    "signedRenewalInfo", "consumptionRequestReason", "summary", "appData",
    "signedAppTransactionInfo", "externalPurchaseToken", "receiptType", "applicationVersion",
    "versionExternalIdentifier", "receiptCreationDate", "originalApplicationVersion",
    "deviceVerification", "deviceVerificationNonce", "originalPlatform", "preorderDate",
    "commitmentInfo", "advancedCommerceInfo",
    "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
    "PURCHASED", "FAMILY_SHARED", "ASSIGNED", "PURCHASE", "RENEWAL", "Production", "Sandbox",
    "Xcode", "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME", "REFUND_FULL",
    "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE", "BILLED_UPFRONT", "MONTHLY",
    "SUBSCRIBED", "INITIAL_BUY", "RESUBSCRIBE", "DID_RENEW", "BILLING_RECOVERY",
    "DID_CHANGE_RENEWAL_PREF", "UPGRADE", "DOWNGRADE", "DID_CHANGE_RENEWAL_STATUS",
    "AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED", "OFFER_REDEEMED", "DID_FAIL_TO_RENEW",
    "GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED", "VOLUNTARY", "BILLING_RETRY",
    "PRICE_INCREASE", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "CONSUMPTION_REQUEST",
    "REVOKE", "RENEWAL_EXTENDED", "ONE_TIME_CHARGE", "2.0", "USD", "EUR", "GBP", "USA", "143441",
    "iOS", "P1W", "P1M", "P3M", "P1Y",
  ]

  package static let bytes: [[UInt8]] = all.map { Array($0.utf8) }

  private static let numbers: [UInt64: UInt8] = {
    var numbers: [UInt64: UInt8] = [:]
    for (index, word) in bytes.enumerated() { numbers[hash(word)] = UInt8(index) }
    return numbers
  }()

  private static let longest = bytes.lazy.map(\.count).max() ?? 0

  /// The index of a word in the list.
  package static func number(of word: some Collection<UInt8>) -> UInt8? {
    guard word.count <= longest, let number = numbers[hash(word)],
      bytes[Int(number)].elementsEqual(word)
    else { return nil }
    return number
  }

  /// FNV-1a, 64 bits; a test checks that the words of the list have different hashes.
  private static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
