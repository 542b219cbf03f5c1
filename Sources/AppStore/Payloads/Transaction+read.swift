import Catalog
import Subscribers

extension Transaction {
  /// Reads what apple-offers.md 5 lists; every member may be missing.
  init(_ object: JSONObject, environment: AppStoreEnvironment) {
    self.init(fact: TransactionFact(object, environment: environment))
    bundleId = object.string("bundleId")
    webOrderLineItemId = object.identifier("webOrderLineItemId")
    storefrontId = object.identifier("storefrontId")
    billingPlan = object.word("billingPlanType")
    previousOriginalTransactionId = object.identifier("previousOriginalTransactionId")
    commitment = object.object("commitmentInfo").map(Commitment.init)
  }
}

extension Transaction.Commitment {
  fileprivate init(_ object: JSONObject) {
    billingPeriodNumber = object.int("billingPeriodNumber")
    totalBillingPeriods = object.int("totalBillingPeriods")
    price = object.integer("commitmentPrice")
    expiresDate = object.date("commitmentExpiresDate")
  }
}

extension TransactionFact {
  fileprivate init?(_ object: JSONObject, environment: AppStoreEnvironment) {
    guard let id = object.identifier("transactionId"),
      let product = object.identifier("productId")
    else { return nil }
    self.init(
      environment: environment, transactionId: id,
      originalTransactionId: object.identifier("originalTransactionId") ?? id,
      productId: product, signedDate: object.date("signedDate") ?? Timestamp(milliseconds: 0),
      appTransactionId: object.identifier("appTransactionId"),
      groupId: object.identifier("subscriptionGroupIdentifier"), type: object.word("type"),
      ownership: object.word("inAppOwnershipType"), reason: object.word("transactionReason"),
      purchaseDate: object.date("purchaseDate"),
      originalPurchaseDate: object.date("originalPurchaseDate"),
      expiresDate: object.date("expiresDate"),
      appAccountToken: object.identifier("appAccountToken")?.lowercased(),
      quantity: object.int("quantity"), price: object.integer("price"),
      currency: object.identifier("currency"), storefront: object.identifier("storefront"),
      offerKind: object.number("offerType"), offerId: object.identifier("offerIdentifier"),
      offerDiscount: object.word("offerDiscountType"),
      offerPeriod: object.identifier("offerPeriod"),
      isUpgraded: object.flag("isUpgraded") ?? false,
      revocationDate: object.date("revocationDate"),
      revocationReason: object.int("revocationReason"),
      revocationType: object.word("revocationType"),
      revocationPercentage: object.int("revocationPercentage"))
  }
}
