import LocalAppStore
import PaywallCatalog
import Testing

/// Sharing in a family, by Apple's description of Family Sharing and REVOKE.
struct FamilyTests {
  private var world: World

  /// `ada` organizes the family of `bob` and herself.
  init() throws {
    world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.addCustomer("bob")
    try world.joinFamily("bob", of: "ada")
  }

  private func shared() throws -> StoreSubscription {
    try #require(try world.subscriptions(of: "bob").first)
  }

  @Test("A member gets a transaction of their own, and renewals follow")
  mutating func follows() throws {
    let paid = try #require(try world.buy("pro_yearly", by: "ada"))
    let given = try shared().current
    #expect(given.isFamilyShared && given.price == 0)
    #expect(given.originalTransactionId == given.transactionId)
    #expect(given.transactionId != paid.transactionId)
    #expect(given.expiresDate == paid.expiresDate)
    world.advance(by: period("P1Y"))
    #expect(try shared().transactions.count == 2)
    #expect(try shared().current.originalTransactionId == given.transactionId)
    #expect(try shared().current.isRenewal)
    #expect(try shared().expiresDate == moment("2028-01-05T10:00:00Z"))
    let sent = world.takeNotifications()
    #expect(
      sent.map { "\($0.customer?.id ?? "-") \($0.type.rawValue)" } == [
        "ada SUBSCRIBED", "bob SUBSCRIBED", "ada DID_RENEW", "bob DID_RENEW",
      ])
    #expect(sent[1].subtype == .initialBuy)
    #expect(sent[1].transaction?.transactionId == given.transactionId)
  }

  @Test("The payload of a member names no price, and Apple's words for the loss of access")
  mutating func payloads() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.leaveFamily("bob")
    let sent = try #require(world.takeNotifications().last)
    #expect(sent.type == .revoke && sent.subtype == nil)
    let (given, customer) = (try #require(sent.transaction), try #require(sent.customer))
    let (payloads, id, event) = (Payloads(world), given.transactionId, given.webOrderLineItemId)
    let app = try world.account("bob").appTransactionId
    let transaction = payloads.transaction(
      given, of: customer, signedDate: moment("2026-01-05T10:00:00Z"))
    #expect(
      String(decoding: transaction, as: UTF8.self) == """
        {"transactionId":"\(id)","originalTransactionId":"\(id)","webOrderLineItemId":"\(event)",\
        "bundleId":"com.example.paywall","productId":"pro_yearly",\
        "subscriptionGroupIdentifier":"21500001","purchaseDate":1767607200000,\
        "originalPurchaseDate":1767607200000,"expiresDate":1799143200000,"quantity":1,\
        "type":"Auto-Renewable Subscription","inAppOwnershipType":"FAMILY_SHARED",\
        "signedDate":1767607200000,"revocationDate":1767607200000,"revocationReason":0,\
        "revocationType":"FAMILY_REVOKE","environment":"Sandbox","transactionReason":"PURCHASE",\
        "storefront":"USA","storefrontId":"143441","appTransactionId":"\(app)"}
        """)
    let renewal = payloads.renewalInfo(
      try #require(sent.renewal), of: given, customer: customer,
      signedDate: moment("2026-01-05T10:00:00Z"))
    let text = String(decoding: renewal, as: UTF8.self)
    #expect(!text.contains("renewalPrice") && !text.contains("currency"))
  }

  @Test("Grace, retry, recovery and the end are told of each member")
  mutating func billing() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(to: moment("2027-01-05T10:00:00Z"))
    #expect(world.told("bob").last == "DID_FAIL_TO_RENEW/GRACE_PERIOD 4")
    world.advance(by: period("P16D"))
    #expect(world.told("bob") == ["GRACE_PERIOD_EXPIRED 3"])
    // A card of the member pays nothing.
    try world.setPayment(works: true, of: "bob")
    #expect(world.told() == [])
    try world.setPayment(works: true, of: "ada")
    #expect(world.told("bob") == ["DID_RENEW/BILLING_RECOVERY 1"])
    try world.cancel("pro_yearly", by: "ada")
    world.advance(by: period("P1Y"))
    #expect(
      world.told("bob") == [
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1", "EXPIRED/VOLUNTARY 2",
      ])
    try world.buy("pro_yearly", by: "ada")
    #expect(world.told("bob") == ["SUBSCRIBED/RESUBSCRIBE 1"])
  }

  @Test("Who joins while the payer has a billing issue gets access with the recovery")
  mutating func joinsInGrace() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(to: moment("2027-01-06T10:00:00Z"))
    try world.addCustomer("eve")
    try world.joinFamily("eve", of: "ada")
    #expect(try world.subscriptions(of: "eve").isEmpty)
    _ = world.told()
    try world.setPayment(works: true, of: "ada")
    #expect(world.told("eve") == ["SUBSCRIBED/INITIAL_BUY 1"])
    #expect(
      try world.subscriptions(of: "eve").first?.expiresDate == moment("2028-01-05T10:00:00Z"))
  }

  @Test("A refund of the payer revokes the members' period, and its reversal gives it again")
  mutating func refund() throws {
    let paid = try #require(try world.buy("pro_yearly", by: "ada"))
    let given = try shared().current.transactionId
    _ = world.told()
    try world.refund(paid.transactionId)
    #expect(world.told() == ["REFUND 5", "REVOKE 5"])
    #expect(try shared().current.revocation?.kind == .lossOfSharing)
    try world.reverseRefund(of: paid.transactionId)
    #expect(world.told() == ["REFUND_REVERSED 1", "SUBSCRIBED/RESUBSCRIBE 1"])
    #expect(try shared().current.transactionId != given)
    #expect(try shared().current.originalTransactionId == given)
    #expect(try shared().isEntitled)
  }

  @Test("A refund of an earlier period revokes that of the members, and no access")
  mutating func earlierRefund() throws {
    let paid = try #require(try world.buy("pro_yearly", by: "ada"))
    world.advance(by: period("P1Y"))
    try world.refund(paid.transactionId)
    #expect(try shared().transactions.map { $0.revocation != nil } == [true, false])
    #expect(try shared().isEntitled)
    #expect(world.told("bob").last == "REVOKE 1")
  }

  @Test("The end of sharing revokes access at once; those who join later get it from then on")
  mutating func joinAndLeave() throws {
    try world.buy("pro_yearly", by: "ada")
    _ = world.told()
    try world.setSharing(false, "pro_yearly", by: "ada")
    #expect(world.told() == ["REVOKE 5"])
    try world.setSharing(true, "pro_yearly", by: "ada")
    #expect(world.told() == ["SUBSCRIBED/RESUBSCRIBE 1"])
    try world.leaveFamily("bob")
    #expect(world.told() == ["REVOKE 5"])
    world.advance(by: period("P10D"))
    try world.joinFamily("bob", of: "ada")
    #expect(world.told() == ["SUBSCRIBED/RESUBSCRIBE 1"])
    #expect(try shared().current.purchaseDate == moment("2026-01-15T10:00:00Z"))
    // Without its organizer there is no family.
    try world.addCustomer("eve")
    try world.joinFamily("eve", of: "ada")
    try world.leaveFamily("ada")
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "REVOKE 5", "REVOKE 5"])
    #expect(try world.family(of: "eve") == nil)
  }

  @Test("An upgrade replaces the members' period, and ends their access if it cannot be shared")
  mutating func upgrade() throws {
    try world.buy("pro_yearly", by: "ada")
    _ = world.told()
    try world.buy("max_monthly", by: "ada")
    #expect(
      world.told() == ["DID_CHANGE_RENEWAL_PREF/UPGRADE 1", "DID_CHANGE_RENEWAL_PREF/UPGRADE 1"])
    #expect(try shared().transactions.map(\.isUpgraded) == [true, false])
    try world.buy("max_same", by: "ada")
    #expect(world.told() == ["DID_CHANGE_RENEWAL_PREF/UPGRADE 1", "REVOKE 5"])
  }

  @Test("What cannot be shared is not, and a member buys beside what is shared")
  mutating func own() throws {
    try world.buy("pro_monthly", by: "ada")
    try world.buy("coins", by: "ada")
    #expect(try world.subscriptions(of: "bob").isEmpty)
    #expect(throws: StoreRefusal.notShareable("coins")) {
      try world.setSharing(true, "coins", by: "ada")
    }
    try world.buy("pro_yearly", by: "bob")
    #expect(try world.subscriptions(of: "ada").map(\.current.isFamilyShared) == [false, true])
    #expect(throws: StoreRefusal.alreadySubscribed(product: "pro_monthly")) {
      try world.buy("pro_monthly", by: "ada")
    }
    let given = try #require(try world.subscriptions(of: "ada").last).current.transactionId
    #expect(throws: StoreRefusal.familyShared(given)) { try world.refund(given) }
    #expect(throws: StoreRefusal.familyShared(given)) {
      try world.setAccountToken("22b1d8c9-0be4-4df1-a8cc-30eefca5edfd", of: given)
    }
  }

  @Test("A purchase for good is shared, revoked and given again")
  mutating func forever() throws {
    let paid = try #require(try world.buy("forever", by: "ada"))
    #expect(world.told() == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    let given = try #require(try world.purchases(of: "bob").first).transaction
    #expect(given.isFamilyShared && given.transactionId != paid.transactionId)
    try world.setSharing(false, "forever", by: "ada")
    try world.setSharing(true, "forever", by: "ada")
    try world.refund(paid.transactionId)
    try world.reverseRefund(of: paid.transactionId)
    #expect(
      world.told() == [
        "REVOKE", "ONE_TIME_CHARGE", "REFUND", "REVOKE", "REFUND_REVERSED", "ONE_TIME_CHARGE",
      ])
    #expect(
      try world.purchases(of: "bob").map { $0.transaction.revocation != nil } == [
        true, true, false,
      ])
  }

  @Test("A family has one organizer and six members")
  mutating func limits() throws {
    for id in ["c", "d", "e", "f", "g"] { try world.addCustomer(id) }
    #expect(throws: StoreRefusal.alreadyInFamily("bob")) {
      try world.joinFamily("bob", of: "c")
    }
    #expect(throws: StoreRefusal.alreadyInFamily("c")) { try world.joinFamily("c", of: "c") }
    #expect(throws: StoreRefusal.notOrganizer("bob")) { try world.joinFamily("c", of: "bob") }
    for id in ["c", "d", "e", "f"] { try world.joinFamily(id, of: "ada") }
    #expect(throws: StoreRefusal.familyIsFull) { try world.joinFamily("g", of: "ada") }
    #expect(throws: StoreRefusal.notInFamily("g")) { try world.leaveFamily("g") }
    #expect(throws: StoreRefusal.notBought("forever")) {
      try world.setSharing(true, "forever", by: "ada")
    }
  }
}
