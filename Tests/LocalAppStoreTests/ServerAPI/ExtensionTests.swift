import LocalAppStore
import PaywallCatalog
import Testing

/// Renewal dates that the app's owner moves, one or all.
struct ExtensionTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("A request that was done is not done again")
  mutating func once() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    for _ in 1...3 {
      let done = try world.extend(
        originalTransactionId: bought.transactionId, days: 10, requestIdentifier: "r")
      #expect(done.effectiveDate == moment("2027-01-15T10:00:00Z"))
      #expect(done.webOrderLineItemId == bought.webOrderLineItemId)
    }
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "RENEWAL_EXTENDED 1"])
  }

  @Test("A customer gets two extensions in 365 days, by whatever way")
  mutating func twice() throws {
    let id = try #require(try world.buy("pro_yearly", by: "ada")).transactionId
    try world.extend("pro_yearly", of: "ada", days: 1)
    world.advance(by: period("P1D"))
    _ = try world.extend(originalTransactionId: id, days: 1, requestIdentifier: "r")
    world.advance(by: period("P363D"))
    #expect(throws: StoreRefusal.extendedTwice) {
      try world.extend("pro_yearly", of: "ada", days: 1)
    }
    world.advance(by: period("P1D"))
    try world.extend("pro_yearly", of: "ada", days: 1)
    #expect(throws: StoreRefusal.extendedTwice) {
      try world.extend("pro_yearly", of: "ada", days: 1)
    }
  }

  @Test("Only an active subscription that is paid for is extended")
  func eligible() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.buy("pro_monthly", by: "ada")
    #expect(throws: StoreRefusal.freePeriod) { try world.extend("pro_monthly", of: "ada", days: 1) }
    world.advance(by: period("P7D"))
    try world.setPayment(works: false, of: "ada")
    for wait in ["P1M", "P16D"] {
      world.advance(by: period(wait))
      #expect(throws: StoreRefusal.notActive) {
        try world.extend("pro_monthly", of: "ada", days: 1)
      }
    }
    let renewal = try world.state().current.transactionId
    #expect(throws: StoreRefusal.unknownTransaction(renewal)) {
      try world.extend(originalTransactionId: renewal, days: 1, requestIdentifier: "r")
    }
  }

  @Test("A mass extension takes an hour, tells of each, and at the end of all")
  mutating func mass() throws {
    for (id, product, storefront) in [
      ("bob", "pro_yearly", Storefront.usa), ("eve", "pro_yearly", .germany),
      ("joe", "pro_yearly", .japan), ("max", "max_monthly", .usa),
    ] {
      try world.addCustomer(id, storefront: storefront)
      try world.buy(product, by: id)
    }
    for days in [1, 2] { try world.extend("pro_yearly", of: "eve", days: days) }
    _ = world.told()
    let key = MassExtension.Key(productId: "pro_yearly", requestIdentifier: "r")
    let request = MassExtension(key, days: 30, storefronts: ["USA", "DEU"])
    try world.extendAll(request)
    try world.extendAll(request)
    #expect(world.massExtensions[key]?.completeDate == nil)
    world.advance(by: period("PT59M"))
    #expect(world.told().isEmpty)
    world.advance(by: period("PT1M"))
    let sent = world.takeNotifications()
    #expect(sent.map(\.customer?.id) == ["bob", "eve", nil])
    #expect(sent.map(\.type) == [.renewalExtended, .renewalExtension, .renewalExtension])
    #expect(sent.map(\.subtype) == [nil, .failure, .summary])
    let done = try #require(sent.last?.summary)
    #expect(done.succeeded == 1)
    #expect(done.failed == 1)
    #expect(done.completeDate == moment("2026-01-05T11:00:00Z"))
    #expect(world.massExtensions[key] == done)
    let ends = try world.subscriptions(of: "bob").map(\.expiresDate)
    #expect(ends == [moment("2027-02-04T10:00:00Z")])
    try world.extendAll(request)
    world.advance(by: period("P1D"))
    #expect(world.told().isEmpty)
  }

  @Test("A mass extension names a product that renews, and 1 to 90 days")
  mutating func massRefused() throws {
    func ask(_ product: String, _ days: Int) throws(StoreRefusal) {
      try world.extendAll(
        MassExtension(.init(productId: product, requestIdentifier: "r"), days: days))
    }
    #expect(throws: StoreRefusal.unknownProduct("none")) { try ask("none", 1) }
    #expect(throws: StoreRefusal.notASubscription("coins")) { try ask("coins", 1) }
    for days in [0, 91] {
      #expect(throws: StoreRefusal.invalidExtension(days: days)) { try ask("pro_yearly", days) }
    }
  }

  @Test("The summary and a test have Apple's members")
  func payloads() throws {
    var world = try Shop.world(WorldSettings(environment: .production))
    let key = MassExtension.Key(productId: "pro_yearly", requestIdentifier: "r1")
    try world.extendAll(MassExtension(key, days: 30, storefronts: ["USA"]))
    world.advance(by: period("PT1H"))
    let test = world.requestTestNotification()
    let sent = world.takeNotifications()
    #expect(sent.map(\.uuid).last == test.uuid)
    let texts = sent.map {
      String(
        decoding: Payloads(world).notification($0, signedTransaction: nil, signedRenewal: nil),
        as: UTF8.self)
    }
    #expect(
      texts == [
        """
        {"notificationType":"RENEWAL_EXTENSION","subtype":"SUMMARY",\
        "notificationUUID":"\(sent[0].uuid)","summary":{"requestIdentifier":"r1",\
        "environment":"Production","appAppleId":6700000001,"bundleId":"com.example.paywall",\
        "productId":"pro_yearly","storefrontCountryCodes":["USA"],"succeededCount":0,\
        "failedCount":0},"version":"2.0","signedDate":1767610800000}
        """,
        """
        {"notificationType":"TEST","notificationUUID":"\(test.uuid)",\
        "data":{"appAppleId":6700000001,"bundleId":"com.example.paywall","bundleVersion":"1",\
        "environment":"Production"},"version":"2.0","signedDate":1767610800000}
        """,
      ])
  }
}
