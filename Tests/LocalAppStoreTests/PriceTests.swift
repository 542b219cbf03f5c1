import LocalAppStore
import PaywallCatalog
import Testing

/// Prices by storefront, and price increases by Apple's tables of their notifications.
struct PriceTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("A storefront has a price of its own, and the others the common one")
  mutating func storefronts() throws {
    try world.addCustomer("bob", storefront: .japan)
    try world.buy("pro_yearly", by: "ada")
    try world.setPrice(of: "coins", to: 150_000, in: .japan, needsConsent: false)
    try world.setPrice(of: "pro_yearly", to: 9_800_000, in: .japan, needsConsent: false)
    #expect(try world.buy("coins", by: "bob", .init(quantity: 2))?.price == 300_000)
    #expect(try world.buy("coins", by: "ada")?.price == 990)
    #expect(try world.buy("pro_yearly", by: "bob")?.price == 9_800_000)
    // A price of another storefront is nothing to her.
    #expect(world.told("ada") == ["SUBSCRIBED/INITIAL_BUY 1", "ONE_TIME_CHARGE"])
    world.advance(by: period("P1Y"))
    let renewed = try #require(try world.subscriptions(of: "bob").first)
    #expect(renewed.current.price == 9_800_000)
    #expect(world.renewal(of: renewed).renewalPrice == 9_800_000)
    // A price for everywhere replaces all prices.
    try world.setPrice(of: "coins", to: 1_990, needsConsent: false)
    #expect(try world.buy("coins", by: "bob")?.price == 1_990)
  }

  @Test("A price that stays below what the subscriber pays is no increase to them")
  mutating func stillLower() throws {
    try world.buy("max_monthly", by: "ada")
    try world.setPrice(of: "max_monthly", to: 5_000, needsConsent: false)
    try world.setPrice(of: "max_monthly", to: 7_000, needsConsent: true)
    world.advance(by: period("P1M"))
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW 1"])
    #expect(try world.state().current.price == 7_000)
  }

  @Test("A price that was agreed to counts, also when it rises again while the card is declined")
  func agreed() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.buy("max_monthly", by: "ada")
    try world.setPrice(of: "max_monthly", to: 25_000, needsConsent: false)
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1M"))
    try world.setPrice(of: "max_monthly", to: 30_000, needsConsent: true)
    try world.setPayment(works: true, of: "ada")
    #expect(try world.state().current.price == 25_000)
  }

  @Test("Without consent the customer is told, and pays with the next renewal")
  mutating func told() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: false)
    #expect(world.told().last == "PRICE_INCREASE/ACCEPTED 1")
    #expect(try world.state().renewal.agreedToPriceIncrease == true)
    #expect(try world.state().renewal.renewalPrice == 89_990)
    #expect(throws: StoreRefusal.noPriceIncrease("pro_yearly")) {
      try world.agreeToPriceIncrease(of: "pro_yearly", by: "ada")
    }
    world.advance(by: period("P1Y"))
    #expect(world.told() == ["DID_RENEW 1"])
    #expect(try world.state().current.price == 89_990)
    #expect(try world.state().renewal.agreedToPriceIncrease == nil)
  }

  @Test("Those who consent renew at the new price, and those who do not expire")
  mutating func consent() throws {
    try world.addCustomer("bob")
    for id in ["ada", "bob"] { try world.buy("pro_yearly", by: id) }
    _ = world.told()
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    #expect(world.told() == ["PRICE_INCREASE/PENDING 1", "PRICE_INCREASE/PENDING 1"])
    let (current, renewal) = try world.state()
    #expect(renewal.agreedToPriceIncrease == false)
    #expect(try world.text(renewal, beside: current).contains(#""priceIncreaseStatus":0,"#))
    try world.agreeToPriceIncrease(of: "pro_yearly", by: "ada")
    #expect(world.told() == ["PRICE_INCREASE/ACCEPTED 1"])
    #expect(try world.state().renewal.agreedToPriceIncrease == true)
    world.advance(by: period("P1Y"))
    #expect(world.told("ada") == ["DID_RENEW 1"])
    let other = try #require(try world.subscriptions(of: "bob").first)
    #expect(other.phase == .expired(.noConsentToPriceIncrease))
    #expect(world.renewal(of: other).expirationIntent?.rawValue == 3)
    // A purchase is made at the new price, and nothing is left to agree to.
    #expect(try world.buy("pro_yearly", by: "bob")?.price == 89_990)
    let again = try #require(try world.subscriptions(of: "bob").first)
    #expect(world.renewal(of: again).agreedToPriceIncrease == nil)
  }

  @Test("Who does not consent is told EXPIRED with PRICE_INCREASE")
  mutating func expired() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    world.advance(by: period("P1Y"))
    #expect(world.told().last == "EXPIRED/PRICE_INCREASE 2")
  }

  @Test("A cancel is an answer, and another product leaves the increase behind")
  mutating func otherAnswers() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    try world.cancel("pro_yearly", by: "ada")
    #expect(world.told().last == "DID_CHANGE_RENEWAL_STATUS 1")
    try world.setPrice(of: "pro_yearly", to: 95_990, needsConsent: true)
    #expect(world.told() == [])
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    try world.resume("pro_yearly", by: "ada")
    #expect(try world.state().renewal.agreedToPriceIncrease == nil)
    #expect(try world.state().renewal.renewalPrice == 89_990)

    try world.setPrice(of: "pro_yearly", to: 99_990, needsConsent: true)
    try world.buy("basic_monthly", by: "ada")
    #expect(try world.state().renewal.agreedToPriceIncrease == nil)
    world.advance(by: period("P1Y"))
    #expect(world.told().last == "DID_RENEW 1")
  }

  @Test("Those with a billing issue pay the old price first, and are asked afterwards")
  func billingIssue() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1Y"))
    _ = world.told()
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    #expect(world.told() == [])
    #expect(try world.state().renewal.renewalPrice == 79_990)
    try world.setPayment(works: true, of: "ada")
    #expect(world.told() == ["DID_RENEW/BILLING_RECOVERY 1", "PRICE_INCREASE/PENDING 1"])
    #expect(try world.state().current.price == 79_990)
    #expect(try world.state().renewal.renewalPrice == 89_990)
  }

  @Test("An offer that runs keeps its price; the increase waits for the full one")
  mutating func offer() throws {
    try world.buy("basic_monthly", by: "ada")
    try world.setPrice(of: "basic_monthly", to: 5_990, needsConsent: true)
    world.advance(by: period("P1M"))
    #expect(try world.state().current.price == 990)
    #expect(try world.state().renewal.agreedToPriceIncrease == false)
    world.advance(by: period("P1M"))
    #expect(world.told().last == "EXPIRED/PRICE_INCREASE 2")
  }

  @Test("A lower price needs no word, and takes an increase back")
  mutating func lower() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setPrice(of: "pro_yearly", to: 89_990, needsConsent: true)
    _ = world.told()
    try world.setPrice(of: "pro_yearly", to: 69_990, needsConsent: true)
    #expect(world.told() == [])
    #expect(try world.state().renewal.agreedToPriceIncrease == nil)
    world.advance(by: period("P1Y"))
    #expect(try world.state().current.price == 69_990)
  }
}
