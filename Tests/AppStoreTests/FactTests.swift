import AppStore
import AppStoreFixtures
import PaywallCatalog
import Subscribers
import Testing

/// The facts equal the decoded payloads of the vectors.
@Suite struct FactTests {
  @Test(arguments: try Vectors.notifications().filter { $0.transaction != nil })
  func `A transaction's fact holds what Apple sent`(_ vector: NotificationVector) throws {
    let payload = try #require(try vector.verified().payload.transaction?.payload)
    let fact = try #require(payload.fact)
    let sent = try #require(vector.transaction)
    func text(_ name: String) -> String? { sent[name]?.string }
    func integer(_ name: String) -> Int64? { sent[name]?.integer }

    #expect(fact.environment == AppStoreEnvironment(appleWord: text("environment") ?? ""))
    #expect(fact.transactionId == text("transactionId"))
    #expect(fact.originalTransactionId == text("originalTransactionId"))
    #expect(fact.appTransactionId == text("appTransactionId"))
    #expect(fact.productId == text("productId"))
    #expect(fact.groupId == text("subscriptionGroupIdentifier"))
    #expect(fact.type?.raw == text("type"))
    #expect(fact.ownership?.raw == text("inAppOwnershipType"))
    #expect(fact.reason?.raw == text("transactionReason"))
    #expect(fact.signedDate.milliseconds == integer("signedDate"))
    #expect(fact.purchaseDate?.milliseconds == integer("purchaseDate"))
    #expect(fact.originalPurchaseDate?.milliseconds == integer("originalPurchaseDate"))
    #expect(fact.expiresDate?.milliseconds == integer("expiresDate"))
    #expect(fact.appAccountToken == text("appAccountToken"))
    #expect(fact.quantity.map(Int64.init) == integer("quantity"))
    #expect(fact.price == integer("price"))
    #expect(fact.currency == text("currency"))
    #expect(fact.storefront == text("storefront"))
    #expect(fact.offerKind.map { Int64($0.raw) } == integer("offerType"))
    #expect(fact.offerId == text("offerIdentifier"))
    #expect(fact.offerDiscount?.raw == text("offerDiscountType"))
    #expect(fact.offerPeriod == text("offerPeriod"))
    #expect(fact.isUpgraded == (sent["isUpgraded"] == true))
    #expect(fact.revocationDate?.milliseconds == integer("revocationDate"))
    #expect(fact.revocationReason.map(Int64.init) == integer("revocationReason"))
    #expect(fact.revocationType?.raw == text("revocationType"))
    #expect(fact.revocationPercentage.map(Int64.init) == integer("revocationPercentage"))
    #expect(payload.bundleId == text("bundleId"))
    #expect(fact.webOrderLineItemId == text("webOrderLineItemId"))
    #expect(payload.storefrontId == text("storefrontId"))
    #expect(fact.billingPlan?.raw == text("billingPlanType"))
    let commitment = sent["commitmentInfo"]
    #expect((fact.commitment == nil) == (commitment == nil))
    #expect(fact.commitment?.price == commitment?["commitmentPrice"]?.integer)
    #expect(
      fact.commitment?.expiresDate?.milliseconds
        == commitment?["commitmentExpiresDate"]?.integer)
  }

  @Test(arguments: try Vectors.notifications().filter { $0.renewalInfo != nil })
  func `A renewal info's fact holds what Apple sent`(_ vector: NotificationVector) throws {
    let payload = try #require(try vector.verified().payload.renewalInfo?.payload)
    let fact = try #require(payload.fact)
    let sent = try #require(vector.renewalInfo)
    func text(_ name: String) -> String? { sent[name]?.string }
    func integer(_ name: String) -> Int64? { sent[name]?.integer }

    #expect(fact.originalTransactionId == text("originalTransactionId"))
    #expect(fact.appTransactionId == text("appTransactionId"))
    #expect(fact.signedDate.milliseconds == integer("signedDate"))
    #expect(fact.productId == text("productId"))
    #expect(fact.autoRenewProductId == text("autoRenewProductId"))
    #expect(fact.autoRenews.map { $0 ? 1 : 0 } == integer("autoRenewStatus"))
    #expect(fact.renewalDate?.milliseconds == integer("renewalDate"))
    #expect(fact.renewalPrice == integer("renewalPrice"))
    #expect(fact.currency == text("currency"))
    #expect(fact.recentStartDate?.milliseconds == integer("recentSubscriptionStartDate"))
    #expect(fact.expirationIntent.map { Int64($0.raw) } == integer("expirationIntent"))
    #expect(fact.isInBillingRetry.map(JSON.flag) == sent["isInBillingRetryPeriod"])
    #expect(fact.gracePeriodExpiresDate?.milliseconds == integer("gracePeriodExpiresDate"))
    #expect(fact.priceIncreaseStatus.map(Int64.init) == integer("priceIncreaseStatus"))
    #expect(fact.offerKind.map { Int64($0.raw) } == integer("offerType"))
    #expect(fact.offerId == text("offerIdentifier"))
    #expect(
      fact.eligibleWinBackOfferIds
        == sent["eligibleWinBackOfferIds"]?.elements?.compactMap(\.string))
    #expect(fact.appAccountToken == text("appAccountToken"))
    #expect(payload.offerDiscount?.raw == text("offerDiscountType"))
    #expect(payload.offerPeriod == text("offerPeriod"))
  }

  @Test func `Values that are newer than us are kept beside no typed one`() throws {
    let object = try Vectors.object("unknown-fields-and-enum-values")
    let sent = try #require(object.payload)
    let transaction = try object.verifier.verifier()
      .transaction(object.jws, at: TestStore.clock).get().payload
    let fact = try #require(transaction.fact)
    #expect(fact.type?.raw == sent["type"]?.string)
    #expect(fact.ownership?.raw == sent["inAppOwnershipType"]?.string)
    #expect(fact.offerKind.map { Int64($0.raw) } == sent["offerType"]?.integer)
    let known: [Bool] = [
      fact.type?.known != nil, fact.ownership?.known != nil, fact.offerKind?.known != nil,
      fact.reason?.known != nil, fact.offerDiscount?.known != nil,
    ]
    #expect(known.contains(false))
  }

  @Test func `The sections without transactions are read`() throws {
    let all = try Vectors.notifications()
    let summary = try #require(all.first { $0.payload["summary"] != nil })
    let extended = try #require(try summary.verified().payload.extensionSummary)
    #expect(extended.succeededCount == summary.payload["summary"]?["succeededCount"]?.integer)
    #expect(extended.storefronts == ["USA", "CAN"])
    for vector in all where vector.payload["externalPurchaseToken"] != nil {
      let sent = vector.payload["externalPurchaseToken"]
      let token = try #require(try vector.verified().payload.externalPurchaseToken)
      #expect(token.id == sent?["externalPurchaseId"]?.string)
      #expect(token.type == sent?["tokenType"]?.string)
      #expect(token.creationDate?.milliseconds == sent?["tokenCreationDate"]?.integer)
    }
  }

  @Test func `App transactions and realtime requests are read`() throws {
    let app = try Vectors.object("app-transaction-production")
    let realtime = try Vectors.object("realtime-production")
    let verifier = try app.verifier.verifier()
    let transaction = try verifier.appTransaction(app.jws, at: TestStore.clock).get().payload
    #expect(transaction.appTransactionId == app.payload?["appTransactionId"]?.string)
    #expect(transaction.signedDate?.milliseconds == app.payload?["receiptCreationDate"]?.integer)
    #expect(
      transaction.originalApplicationVersion
        == app.payload?["originalApplicationVersion"]?.string)
    let request = try verifier.realtimeRequest(realtime.jws, at: TestStore.clock).get().payload
    #expect(request.userLocale == realtime.payload?["userLocale"]?.string)
    #expect(request.requestIdentifier == realtime.payload?["requestIdentifier"]?.string)
    #expect(request.productId == realtime.payload?["productId"]?.string)
  }
}
