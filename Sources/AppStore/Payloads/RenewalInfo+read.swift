import Catalog
import Subscribers

extension RenewalInfo {
  /// Reads what apple-offers.md 5 lists; every member may be missing.
  init(_ object: JSONObject, environment: AppStoreEnvironment) {
    self.init(fact: RenewalFact(object, environment: environment))
    offerDiscount = object.word("offerDiscountType")
    offerPeriod = object.identifier("offerPeriod")
    billingPlan = object.word("renewalBillingPlanType")
    commitment = object.object("commitmentInfo").map(Commitment.init)
  }
}

extension RenewalInfo.Commitment {
  fileprivate init(_ object: JSONObject) {
    autoRenewProductId = object.identifier("commitmentAutoRenewProductId")
    autoRenews = object.onOff("commitmentAutoRenewStatus")
    billingPlan = object.word("commitmentRenewalBillingPlanType")
    renewalDate = object.date("commitmentRenewalDate")
    renewalPrice = object.integer("commitmentRenewalPrice")
  }
}

extension RenewalFact {
  fileprivate init?(_ object: JSONObject, environment: AppStoreEnvironment) {
    guard let original = object.identifier("originalTransactionId") else { return nil }
    self.init(
      environment: environment, originalTransactionId: original,
      signedDate: object.date("signedDate") ?? Timestamp(milliseconds: 0),
      appTransactionId: object.identifier("appTransactionId"),
      productId: object.identifier("productId"),
      autoRenewProductId: object.identifier("autoRenewProductId"),
      autoRenews: object.onOff("autoRenewStatus"), renewalDate: object.date("renewalDate"),
      renewalPrice: object.integer("renewalPrice"), currency: object.identifier("currency"),
      recentStartDate: object.date("recentSubscriptionStartDate"),
      expirationIntent: object.number("expirationIntent"),
      isInBillingRetry: object.flag("isInBillingRetryPeriod"),
      gracePeriodExpiresDate: object.date("gracePeriodExpiresDate"),
      priceIncreaseStatus: object.int("priceIncreaseStatus"),
      offerKind: object.number("offerType"), offerId: object.identifier("offerIdentifier"),
      eligibleWinBackOfferIds: object.strings("eligibleWinBackOfferIds"),
      appAccountToken: object.identifier("appAccountToken")?.lowercased())
  }
}

extension JSONObject {
  /// A status of 1 or 0; `nil` for any other number.
  fileprivate func onOff(_ name: String) -> Bool? {
    switch integer(name) {
    case 1: true
    case 0: false
    default: nil
    }
  }
}
