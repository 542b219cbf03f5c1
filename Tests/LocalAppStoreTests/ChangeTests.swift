import LocalAppStore
import PaywallCatalog
import Testing

/// Changes between the products of a group, and returns to it.
struct ChangeTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("A higher level begins at once and replaces what runs")
  mutating func upgrade() throws {
    let first = try #require(try world.buy("pro_yearly", by: "ada"))
    world.advance(by: period("P10D"))
    let second = try #require(try world.buy("max_monthly", by: "ada"))
    #expect(second.originalTransactionId == first.transactionId)
    #expect(!second.isRenewal)
    #expect(second.expiresDate == moment("2026-02-15T10:00:00Z"))
    #expect(try world.subscription().transactions.map(\.isUpgraded) == [true, false])
    #expect(world.told().last == "DID_CHANGE_RENEWAL_PREF/UPGRADE 1")
  }

  @Test("Another product of the same level and duration begins at once, of another duration later")
  mutating func crossgrade() throws {
    try world.buy("max_monthly", by: "ada")
    #expect(try world.buy("max_same", by: "ada") != nil)
    #expect(world.told().last == "DID_CHANGE_RENEWAL_PREF/UPGRADE 1")

    world = try Shop.world()
    try world.buy("pro_yearly", by: "ada")
    #expect(try world.buy("pro_monthly", by: "ada") == nil)
    #expect(world.told().last == "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1")
  }

  @Test("A lower level begins with the renewal, unless it is taken back")
  mutating func downgrade() throws {
    try world.buy("max_monthly", by: "ada")
    #expect(try world.buy("basic_monthly", by: "ada") == nil)
    #expect(try world.state().renewal.autoRenewProductId == "basic_monthly")
    #expect(try world.state().renewal.renewalPrice == 4_990)
    #expect(throws: StoreRefusal.alreadySubscribed(product: "basic_monthly")) {
      try world.buy("basic_monthly", by: "ada")
    }
    try world.buy("max_monthly", by: "ada")
    #expect(try world.state().renewal.autoRenewProductId == "max_monthly")
    try world.buy("basic_monthly", by: "ada")
    world.advance(by: period("P1M"))
    #expect(
      world.told().dropFirst() == [
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_CHANGE_RENEWAL_PREF 1",
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_RENEW 1",
      ])
    let current = try world.state().current
    #expect(current.productId == "basic_monthly")
    #expect(current.isRenewal && current.price == 4_990)
  }

  @Test("A cancel takes back what was to change, and a choice of a product turns renewal on")
  mutating func cancelTakesBack() throws {
    try world.buy("max_monthly", by: "ada")
    try world.buy("basic_monthly", by: "ada")
    try world.cancel("max_monthly", by: "ada")
    #expect(try world.state().renewal.autoRenewProductId == "max_monthly")
    try world.buy("basic_monthly", by: "ada")
    #expect(
      world.told().suffix(2) == [
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1",
      ])
    #expect(try world.state().renewal.autoRenews)
  }

  @Test(
    "A return keeps the first transaction's id; only a lapse of 60 days begins a new run",
    arguments: [("P59D", "2026-01-05T10:00:00Z"), ("P60D", "2027-03-06T10:00:00Z")])
  mutating func resubscribe(lapse: String, start: String) throws {
    let first = try #require(try world.buy("pro_yearly", by: "ada"))
    try world.cancel("pro_yearly", by: "ada")
    world.advance(by: period("P1Y"))
    world.advance(by: period(lapse))
    let again = try #require(try world.buy("max_monthly", by: "ada"))
    #expect(again.originalTransactionId == first.transactionId)
    #expect(again.transactionId != first.transactionId)
    #expect(world.told().last == "SUBSCRIBED/RESUBSCRIBE 1")
    #expect(try world.state().renewal.autoRenews)
    #expect(try world.state().renewal.recentStart == moment(start))
  }

  @Test("A lapse is counted from the end of the period, not of the grace period")
  func lapseAfterGrace() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 28)))
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(to: moment("2027-01-25T10:00:00Z"))
    try world.cancel("pro_yearly", by: "ada")
    // 60 days after 2027-01-05.
    world.advance(to: moment("2027-03-06T10:00:00Z"))
    try world.setPayment(works: true, of: "ada")
    try world.buy("pro_yearly", by: "ada")
    #expect(try world.state().renewal.recentStart == moment("2027-03-06T10:00:00Z"))
  }

  @Test("A card that cannot be charged buys nothing")
  mutating func paymentFails() throws {
    try world.setPayment(works: false, of: "ada")
    for product in ["pro_yearly", "coins"] {
      #expect(throws: StoreRefusal.paymentFailed) { try world.buy(product, by: "ada") }
    }
    #expect(try world.subscriptions(of: "ada").isEmpty)
    #expect(world.told().isEmpty)
  }

  @Test("A consumable is one charge for its quantity, and no subscription")
  mutating func consumable() throws {
    let bought = try #require(
      try world.buy("coins", by: "ada", PurchaseOptions(quantity: 3)))
    #expect(bought.price == 2_970)
    #expect(bought.quantity == 3)
    #expect(bought.expiresDate == nil)
    #expect(world.told() == ["ONE_TIME_CHARGE"])
    #expect(throws: StoreRefusal.notASubscription("coins")) {
      try world.cancel("coins", by: "ada")
    }
  }

  @Test("What is not there is named")
  mutating func unknown() throws {
    #expect(throws: StoreRefusal.unknownCustomer("bob")) { try world.buy("coins", by: "bob") }
    #expect(throws: StoreRefusal.unknownProduct("gold")) { try world.buy("gold", by: "ada") }
    #expect(throws: StoreRefusal.customerExists("ada")) { try world.addCustomer("ada") }
    #expect(throws: StoreRefusal.neverSubscribed(group: Shop.group)) {
      try world.cancel("pro_yearly", by: "ada")
    }
    #expect(throws: StoreRefusal.unknownTransaction("1")) { try world.refund("1") }
  }
}
