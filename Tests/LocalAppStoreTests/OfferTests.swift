import LocalAppStore
import PaywallCatalog
import Testing

/// The offers that customers get, and when these begin.
struct OfferTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("An introductory offer is given once in a group, also after a refund")
  mutating func introductoryOnce() throws {
    let trial = try #require(try world.buy("pro_monthly", by: "ada"))
    #expect(trial.offer?.kind == .introductory)
    try world.refund(trial.transactionId)
    let again = try #require(try world.buy("pro_monthly", by: "ada"))
    #expect(again.offer == nil)
    #expect(again.price == 9_990)
    // The group's other product has none left either.
    try world.cancel("pro_monthly", by: "ada")
    world.advance(by: period("P1M"))
    #expect(try world.buy("basic_monthly", by: "ada")?.offer == nil)
  }

  @Test("A subscriber gets no introductory offer with an upgrade")
  mutating func noneWithUpgrade() throws {
    try world.buy("basic_weekly", by: "ada")
    let upgraded = try #require(try world.buy("pro_monthly", by: "ada"))
    #expect(upgraded.offer == nil)
  }

  @Test("A win-back offer asks for paid time, a lapse within its limits, and a wait")
  mutating func winBackTerms() throws {
    let back = PurchaseOptions(offer: .winBack(offerId: "back"))
    let refused = StoreRefusal.notEligible(offer: "back", .doesNotMeetTerms)
    #expect(throws: StoreRefusal.notEligible(offer: "back", .neverSubscribed)) {
      try world.buy("pro_monthly", by: "ada", back)
    }
    try world.buy("pro_monthly", by: "ada")
    #expect(throws: StoreRefusal.notEligible(offer: "back", .isSubscribed)) {
      try world.buy("pro_monthly", by: "ada", back)
    }
    // The trial, and one paid month.
    world.advance(by: period("P1W"))
    try world.cancel("pro_monthly", by: "ada")
    world.advance(by: period("P3M"))
    #expect(throws: refused) { try world.buy("pro_monthly", by: "ada", back) }
    #expect(try world.state().renewal.eligibleWinBackOfferIds == ["first"])
    // Two paid months more, to the end of 2026-06-12.
    try world.buy("pro_monthly", by: "ada")
    world.advance(by: period("P1M"))
    try world.cancel("pro_monthly", by: "ada")
    world.advance(to: moment("2026-07-12T09:59:59Z"))
    #expect(try world.state().current.expiresDate == moment("2026-06-12T10:00:00Z"))
    #expect(throws: refused) { try world.buy("pro_monthly", by: "ada", back) }
    world.advance(to: moment("2026-07-12T10:00:00Z"))
    #expect(try world.state().renewal.eligibleWinBackOfferIds == ["first", "back"])
    let won = try #require(try world.buy("pro_monthly", by: "ada", back))
    #expect(won.offer?.kind == .winBack && won.offer?.id == "back")
    #expect(won.price == 29_990)
    #expect(won.expiresDate == moment("2027-01-12T10:00:00Z"))
    #expect(try world.state().renewal.eligibleWinBackOfferIds == nil)
    // The same offer returns only half a year after its end.
    try world.cancel("pro_monthly", by: "ada")
    world.advance(to: moment("2027-07-12T09:59:59Z"))
    #expect(throws: refused) { try world.buy("pro_monthly", by: "ada", back) }
    world.advance(to: moment("2027-07-12T10:00:00Z"))
    #expect(try world.state().renewal.eligibleWinBackOfferIds == ["first", "back"])
    world.advance(to: moment("2028-01-12T10:00:01Z"))
    #expect(try world.state().renewal.eligibleWinBackOfferIds == ["first"])
  }

  @Test("No win-back offer is given in billing retry or after a refund")
  mutating func winBackStates() throws {
    let first = PurchaseOptions(offer: .winBack(offerId: "first"))
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    try world.refund(bought.transactionId)
    #expect(throws: StoreRefusal.notEligible(offer: "first", .doesNotMeetTerms)) {
      try world.buy("pro_yearly", by: "ada", first)
    }
    try world.addCustomer("bob")
    try world.buy("pro_yearly", by: "bob")
    try world.setPayment(works: false, of: "bob")
    world.advance(by: period("P1Y"))
    #expect(throws: StoreRefusal.billingIssue) {
      try world.buy("pro_yearly", by: "bob", first)
    }
  }

  @Test("An offer code is for its customers, once")
  mutating func offerCode() throws {
    let partner = PurchaseOptions(offer: .offerCode(offerId: "PARTNER"))
    let redeemed = try #require(try world.buy("pro_monthly", by: "ada", partner))
    #expect(redeemed.offer?.kind == .offerCode && redeemed.offer?.id == "PARTNER")
    #expect(redeemed.expiresDate == moment("2026-02-05T10:00:00Z"))
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1"])
    #expect(throws: StoreRefusal.notEligible(offer: "PARTNER", .wrongCustomerClass)) {
      try world.buy("pro_monthly", by: "ada", partner)
    }
    try world.cancel("pro_monthly", by: "ada")
    world.advance(by: period("P2M"))
    #expect(throws: StoreRefusal.notEligible(offer: "PARTNER", .alreadyRedeemed)) {
      try world.buy("pro_monthly", by: "ada", partner)
    }
    // A code uses no introductory offer up.
    #expect(try world.buy("pro_monthly", by: "ada")?.offer?.kind == .introductory)
  }

  @Test("A subscriber's code begins with the renewal, and is no way down")
  mutating func offerCodeOfSubscriber() throws {
    let stay = PurchaseOptions(offer: .offerCode(offerId: "STAY"))
    try world.buy("basic_monthly", by: "ada")
    #expect(try world.buy("basic_monthly", by: "ada", stay) == nil)
    #expect(world.told().last == "OFFER_REDEEMED 1")
    #expect(try world.state().renewal.offer?.id == "STAY")
    #expect(try world.state().renewal.renewalPrice == 0)
    #expect(throws: StoreRefusal.notEligible(offer: "STAY", .alreadyRedeemed)) {
      try world.buy("basic_monthly", by: "ada", stay)
    }
    world.advance(by: period("P1M"))
    #expect(try world.state().current.offer?.kind == .offerCode)
    #expect(try world.state().current.price == 0)

    try world.addCustomer("bob")
    try world.buy("max_monthly", by: "bob")
    #expect(throws: StoreRefusal.notEligible(offer: "STAY", .wouldDowngrade)) {
      try world.buy("basic_monthly", by: "bob", stay)
    }
  }

  @Test("An offer has its products and its dates")
  mutating func configured() throws {
    #expect(throws: StoreRefusal.unknownOffer("PARTNER", product: "pro_yearly")) {
      try world.buy("pro_yearly", by: "ada", .init(offer: .offerCode(offerId: "PARTNER")))
    }
    var catalog = Shop.catalog
    catalog.offers = [
      StoreOffer(
        id: "soon", kind: .offerCode, products: ["pro_yearly"], payment: .freeTrial,
        period: period("P1M"), price: 0,
        window: TimeWindow(start: moment("2026-02-01T00:00:00Z")), customers: [.new])
    ]
    var other = World(catalog, seed: 1, at: moment("2026-01-31T23:59:59Z"))
    try other.addCustomer("ada")
    let soon = PurchaseOptions(offer: .offerCode(offerId: "soon"))
    #expect(throws: StoreRefusal.notEligible(offer: "soon", .notInItsDates)) {
      try other.buy("pro_yearly", by: "ada", soon)
    }
    other.advance(by: period("PT1S"))
    #expect(try other.buy("pro_yearly", by: "ada", soon)?.offer?.id == "soon")
  }
}
