import PaywallCatalog
import Subscribers

extension RenewalInfo {
  /// Reads what AppleFacts.md § 3 lists; every member may be missing.
  init(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    self.init(fact: try RenewalFact(object, environment: environment))
    offerDiscount = object.word("offerDiscountType")
    offerPeriod = object.identifier("offerPeriod")
  }
}

extension CommitmentRenewal {
  fileprivate init(_ object: JSONObject) throws(Distrust) {
    self.init()
    autoRenewProductId = object.identifier("commitmentAutoRenewProductId")
    autoRenews = object.onOff("commitmentAutoRenewStatus")
    billingPlan = object.word("commitmentRenewalBillingPlanType")
    renewalDate = try object.date("commitmentRenewalDate")
    renewalPrice = object.integer("commitmentRenewalPrice")
  }
}

extension RenewalFact {
  fileprivate init?(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    // Checked before missing members: no date may be invalid, even without a fact.
    let signed = try object.date("signedDate")
    let renewal = try object.date("renewalDate")
    let recentStart = try object.date("recentSubscriptionStartDate")
    let graceEnd = try object.date("gracePeriodExpiresDate")
    let commitment = try object.object("commitmentInfo").map { info throws(Distrust) in
      try CommitmentRenewal(info)
    }
    guard let original = object.identifier("originalTransactionId") else { return nil }
    self.init(
      environment: environment, originalTransactionId: original,
      signedDate: signed ?? Timestamp(milliseconds: 0),
      appTransactionId: object.identifier("appTransactionId"),
      productId: object.identifier("productId"),
      autoRenewProductId: object.identifier("autoRenewProductId"),
      autoRenews: object.onOff("autoRenewStatus"), renewalDate: renewal,
      renewalPrice: object.integer("renewalPrice"), currency: object.identifier("currency"),
      recentStartDate: recentStart,
      expirationIntent: object.number("expirationIntent"),
      isInBillingRetry: object.flag("isInBillingRetryPeriod"),
      gracePeriodExpiresDate: graceEnd,
      priceIncreaseStatus: object.int("priceIncreaseStatus"),
      offerKind: object.number("offerType"), offerId: object.identifier("offerIdentifier"),
      eligibleWinBackOfferIds: object.strings("eligibleWinBackOfferIds"),
      appAccountToken: object.identifier("appAccountToken")?.lowercased())
    renewalQuantity = object.int("renewalQuantity")
    billingPlan = object.word("renewalBillingPlanType")
    self.commitment = commitment
    bundle = BundleMembership(object)
    guard let seats = Seats(object, tiers: "renewalPriceTiers", averagePrice: renewalPrice)
    else { return }
    self.seats = seats
    renewalPrice = seats.amount(of: renewalQuantity, isFree: false)
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
