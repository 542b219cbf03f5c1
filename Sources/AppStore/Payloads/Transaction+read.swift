import PaywallCatalog
import Subscribers

extension Transaction {
  /// Reads what AppleFacts.md § 3 lists; every member may be missing.
  init(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    self.init(fact: try TransactionFact(object, environment: environment))
    bundleId = object.string("bundleId")
    storefrontId = object.identifier("storefrontId")
  }
}

extension Commitment {
  fileprivate init(_ object: JSONObject) throws(Distrust) {
    self.init()
    billingPeriodNumber = object.int("billingPeriodNumber")
    totalBillingPeriods = object.int("totalBillingPeriods")
    price = object.integer("commitmentPrice")
    expiresDate = try object.date("commitmentExpiresDate")
  }
}

extension TransactionFact {
  fileprivate init?(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    // Checked before missing members: no date may be invalid, even without a fact.
    let signed = try object.date("signedDate")
    let purchase = try object.date("purchaseDate")
    let originalPurchase = try object.date("originalPurchaseDate")
    let expires = try object.date("expiresDate")
    let revocation = try object.date("revocationDate")
    let commitment = try object.object("commitmentInfo").map { info throws(Distrust) in
      try Commitment(info)
    }
    guard let id = object.identifier("transactionId"),
      let product = object.identifier("productId")
    else { return nil }
    self.init(
      environment: environment, transactionId: id,
      originalTransactionId: object.identifier("originalTransactionId") ?? id,
      productId: product, signedDate: signed ?? Timestamp(milliseconds: 0),
      appTransactionId: object.identifier("appTransactionId"),
      groupId: object.identifier("subscriptionGroupIdentifier"), type: object.word("type"),
      ownership: object.word("inAppOwnershipType"), reason: object.word("transactionReason"),
      purchaseDate: purchase,
      originalPurchaseDate: originalPurchase,
      expiresDate: expires,
      appAccountToken: object.identifier("appAccountToken")?.lowercased(),
      quantity: object.int("quantity"), price: object.integer("price"),
      currency: object.identifier("currency"), storefront: object.identifier("storefront"),
      offerKind: object.number("offerType"), offerId: object.identifier("offerIdentifier"),
      offerDiscount: object.word("offerDiscountType"),
      offerPeriod: object.identifier("offerPeriod"),
      isUpgraded: object.flag("isUpgraded") ?? false,
      revocationDate: revocation,
      revocationReason: object.int("revocationReason"),
      revocationType: object.word("revocationType"),
      revocationPercentage: object.int("revocationPercentage"))
    webOrderLineItemId = object.identifier("webOrderLineItemId")
    additionalReason = object.word("additionalTransactionReason")
    billingPlan = object.word("billingPlanType")
    self.commitment = commitment
    previousOriginalTransactionId = object.identifier("previousOriginalTransactionId")
    bundle = BundleMembership(object)
    readSeats(object)
  }

  /// `price` becomes what all seats cost together.
  private mutating func readSeats(_ object: JSONObject) {
    guard let seats = Seats(object, tiers: "priceTiers", averagePrice: price) else { return }
    self.seats = seats
    price = seats.amount(of: quantity, isFree: offerDiscount?.known == .freeTrial)
    if let revoked = seats.revoked, revoked > 0 {
      seatRevocations = [SeatRevocation(quantity: revoked, at: signedDate)]
    }
  }
}
