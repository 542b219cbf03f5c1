import AppStore
import Crypto
import Foundation
import LocalAppStore
import PaywallCatalog
import Subscribers
import Testing

/// The texts that this App Store signs, read by the verifier of the server.
struct SigningTests {
  private static func verifier(
    _ chain: SigningChain, _ environment: AppStoreEnvironment = .sandbox,
    bundleId: String = "com.example.paywall"
  ) throws -> Verifier {
    try Verifier(
      AppIdentity(bundleId: bundleId, appAppleId: 6_700_000_001, environments: [environment]),
      roots: [chain.rootDER])
  }

  /// The time at which texts are verified, after all of them were signed.
  private let clock = moment("2030-01-01T00:00:00Z")

  @Test("Every notification of a life is verified under this root")
  func notifications() throws {
    let chain = try SigningChain()
    let verifier = try Self.verifier(chain)
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 3)))
    let token = "22B1D8C9-0BE4-4DF1-A8CC-30EEFCA5EDFD"
    try world.buy("pro_monthly", by: "ada", PurchaseOptions(appAccountToken: token))
    try world.buy("coins", by: "ada")
    world.advance(by: period("P1M"))
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P6M"))
    let payloads = Payloads(world)
    let sent = world.takeNotifications()
    #expect(
      sent.map(\.type) == [
        .subscribed, .oneTimeCharge, .didRenew, .didFailToRenew, .gracePeriodExpired, .expired,
      ])
    for notification in sent {
      let text = try chain.sign(notification, payloads)
      let read = try verifier.notification(text, at: clock).get().payload
      #expect(read.uuid == notification.uuid)
      #expect(read.type == notification.type.rawValue)
      #expect(read.subtype == notification.subtype?.rawValue)
      #expect(read.environment == .sandbox)
      #expect(read.status == notification.renewal?.status)
      #expect(read.renewalInfo == nil || notification.renewal != nil)
      let fact = try #require(read.transaction?.payload.fact)
      #expect(fact.transactionId == notification.transaction?.transactionId)
      #expect(fact.appTransactionId == world.customers[0].appTransactionId)
    }
    let grace = try verifier.notification(chain.sign(sent[3], payloads), at: clock).get().payload
    let renewal = try #require(grace.renewalInfo?.payload.fact)
    #expect(renewal.isInBillingRetry == true)
    // The trial ends on 2026-01-12, the paid month on 2026-02-12; three days of grace.
    #expect(renewal.gracePeriodExpiresDate == moment("2026-02-15T10:00:00Z"))
    #expect(renewal.appAccountToken == token.lowercased())
    #expect(renewal.expirationIntent?.raw == 2)
  }

  @Test("Another root, another app and the other environment are refused")
  func refused() throws {
    let chain = try SigningChain()
    var world = try Shop.world()
    try world.buy("coins", by: "ada")
    let sent = try #require(world.takeNotifications().first)
    let text = try chain.sign(sent, Payloads(world))
    let others = [
      try Self.verifier(SigningChain()), try Self.verifier(chain, bundleId: "com.example.other"),
      try Self.verifier(chain, .production),
    ]
    for verifier in others {
      #expect(throws: (any Error).self) { try verifier.notification(text, at: clock).get() }
    }
    #expect(throws: Never.self) {
      try Self.verifier(chain).notification(text, at: clock).get()
    }
  }

  @Test("A world of production names the app's Apple id")
  func production() throws {
    let chain = try SigningChain()
    let verifier = try Self.verifier(chain, .production)
    var world = try Shop.world(WorldSettings(environment: .production))
    try world.buy("coins", by: "ada")
    let sent = try #require(world.takeNotifications().first)
    let text = try chain.sign(sent, Payloads(world))
    #expect(throws: Never.self) { try verifier.notification(text, at: clock).get() }
  }

  @Test("An app transaction is there without a purchase")
  func appTransaction() throws {
    let chain = try SigningChain()
    let world = try Shop.world()
    let text = try chain.sign(
      Payloads(world).appTransaction(of: world.customers[0], signedDate: world.now))
    let read = try Self.verifier(chain).appTransaction(text, at: clock).get().payload
    #expect(read.appTransactionId == world.customers[0].appTransactionId)
  }

  @Test("A new installation keeps Apple's id and the first download, and verifies the device anew")
  func reinstalled() throws {
    var world = try Shop.world()
    func members() throws -> [String: String] {
      let bytes = Payloads(world).appTransaction(
        of: try world.account("ada"), signedDate: world.now)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      return try #require(object).mapValues { "\($0)" }
    }
    func expected() throws -> String {
      let device = try world.account("ada").device
      let text = device.verificationNonce + device.id
      return Data(SHA384.hash(data: Data(text.utf8))).base64EncodedString()
    }
    let (first, device) = (try members(), try world.account("ada").device)
    #expect(try first["deviceVerification"] == expected())
    world.advance(by: period("P1M"))
    try world.reinstall("ada", onNewDevice: false)
    let second = try members()
    #expect(try world.account("ada").device.id == device.id)
    for member in ["appTransactionId", "originalPurchaseDate"] {
      #expect(second[member] == first[member])
    }
    #expect(second["deviceVerificationNonce"] != first["deviceVerificationNonce"])
    #expect(try second["deviceVerification"] == expected())
    try world.reinstall("ada", onNewDevice: true)
    #expect(try world.account("ada").device.id != device.id)
    #expect(try members()["deviceVerification"] == expected())
  }

  @Test("The payloads have Apple's members")
  func payloads() throws {
    var world = try Shop.world(WorldSettings(environment: .production))
    try world.buy("pro_monthly", by: "ada")
    let sent = try #require(world.takeNotifications().first)
    let (bought, customer) = (try #require(sent.transaction), try #require(sent.customer))
    let (payloads, id) = (Payloads(world), bought.transactionId)
    let app = customer.appTransactionId
    let transaction = payloads.transaction(
      bought, of: customer, signedDate: sent.signedDate)
    let event = bought.webOrderLineItemId
    #expect(
      String(decoding: transaction, as: UTF8.self) == """
        {"transactionId":"\(id)","originalTransactionId":"\(id)","webOrderLineItemId":"\(event)",\
        "bundleId":"com.example.paywall","productId":"pro_monthly",\
        "subscriptionGroupIdentifier":"21500001","purchaseDate":1767607200000,\
        "originalPurchaseDate":1767607200000,"expiresDate":1768212000000,"quantity":1,\
        "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED",\
        "signedDate":1767607200000,"offerType":1,"offerDiscountType":"FREE_TRIAL",\
        "offerPeriod":"P1W","environment":"Production","transactionReason":"PURCHASE",\
        "storefront":"USA","storefrontId":"143441","price":0,"currency":"USD",\
        "appTransactionId":"\(app)"}
        """)
    let renewal = payloads.renewalInfo(
      try #require(sent.renewal), of: bought, customer: customer,
      signedDate: sent.signedDate)
    #expect(
      String(decoding: renewal, as: UTF8.self) == """
        {"originalTransactionId":"\(id)","autoRenewProductId":"pro_monthly",\
        "productId":"pro_monthly","autoRenewStatus":1,"signedDate":1767607200000,\
        "environment":"Production","recentSubscriptionStartDate":1767607200000,\
        "renewalDate":1768212000000,"renewalPrice":9990,"currency":"USD",\
        "appTransactionId":"\(app)"}
        """)
    let notification = payloads.notification(
      sent, signedTransaction: "a.b.c", signedRenewal: "d.e.f")
    #expect(
      String(decoding: notification, as: UTF8.self) == """
        {"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY",\
        "notificationUUID":"\(sent.uuid)","data":{"appAppleId":6700000001,\
        "bundleId":"com.example.paywall","bundleVersion":"1","environment":"Production",\
        "signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":1},\
        "version":"2.0","signedDate":1767607200000}
        """)
    try world.refund(id, because: .troubleWithApp)
    let refunded = try #require(world.takeNotifications().last)
    let revoked = payloads.transaction(
      try #require(refunded.transaction), of: customer, signedDate: refunded.signedDate)
    #expect(
      String(decoding: revoked, as: UTF8.self).contains(
        """
        "revocationDate":1767607200000,"revocationReason":1,"revocationType":"REFUND_FULL",\
        "revocationPercentage":100000
        """))
  }
}
