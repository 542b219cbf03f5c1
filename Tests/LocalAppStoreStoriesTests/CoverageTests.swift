import LocalAppStoreStories
import Testing

/// Every type and subtype of Apple's reference is reached by a story, or there is a reason why not.
struct CoverageTests {
  /// The notifications that are not sent here, each with the reason.
  private static let absent: [String: String] = [
    "EXTERNAL_PURCHASE_TOKEN/UNREPORTED": "purchases outside of the App Store",
    "EXTERNAL_PURCHASE_TOKEN/CREATED": "purchases outside of the App Store",
    "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER": "purchases outside of the App Store",
    "METADATA_UPDATE": "Advanced Commerce", "MIGRATION": "Advanced Commerce",
    "PRICE_CHANGE": "Advanced Commerce",
  ]

  /// The notifications in Apple's documentation.
  private static let reference: Set<String> = [
    "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE", "DID_RENEW", "DID_RENEW/BILLING_RECOVERY",
    "DID_CHANGE_RENEWAL_PREF/UPGRADE", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
    "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY",
    "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY", "REFUND/SEATS", "UNCLAIM_SEATS",
    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS",
    "OFFER_REDEEMED", "OFFER_REDEEMED/UPGRADE", "OFFER_REDEEMED/DOWNGRADE", "DID_FAIL_TO_RENEW",
    "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED/VOLUNTARY",
    "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE", "EXPIRED/PRODUCT_NOT_FOR_SALE", "EXPIRED",
    "PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED", "REFUND", "REFUND_DECLINED",
    "REFUND_REVERSED", "CONSUMPTION_REQUEST", "REVOKE", "RENEWAL_EXTENDED",
    "RENEWAL_EXTENSION/SUMMARY", "RENEWAL_EXTENSION/FAILURE", "ONE_TIME_CHARGE",
    "EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "EXTERNAL_PURCHASE_TOKEN/CREATED",
    "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", "RESCIND_CONSENT", "METADATA_UPDATE",
    "MIGRATION", "PRICE_CHANGE", "TEST",
  ]

  @Test("The stories reach every pair of the reference that this App Store sends, and no other")
  func reached() async throws {
    var reached: Set<String> = []
    for story in try suite() { reached.formUnion(try await run(story).kinds) }
    let expected = Self.reference.subtracting(Self.absent.keys)
    #expect(reached.subtracting(expected).sorted() == [], "not listed")
    #expect(expected.subtracting(reached).sorted() == [], "no story reaches them")
  }
}
