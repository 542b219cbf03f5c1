import LocalAppStore
import PaywallCatalog
import Testing

/// A year that is paid by the month, by Apple's article on the life cycle of such subscriptions.
struct CommitmentTests {
  private var world: World

  init() throws { world = try Self.world() }

  private static func world(_ offers: [StoreOffer] = []) throws -> World {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)), offers: offers)
    try world.addCustomer("eva", storefront: .germany)
    try world.sellMonthly("pro_yearly", for: 7_990)
    return world
  }

  private mutating func buy() throws -> StoreTransaction {
    try #require(
      try world.buy("pro_yearly", by: "eva", PurchaseOptions(billingPlan: .monthly)))
  }

  private func state() throws -> (current: StoreTransaction, renewal: StoreRenewal) {
    let subscription = try #require(try world.subscriptions(of: "eva").first)
    return (subscription.current, world.renewal(of: subscription))
  }

  @Test("After a refund was undone and renewal turned on again, the commitment binds again")
  mutating func resumed() throws {
    let first = try buy()
    try world.refund(first.transactionId)
    try world.reverseRefund(of: first.transactionId)
    try world.resume("pro_yearly", by: "eva")
    try world.cancel("pro_yearly", by: "eva")
    world.advance(by: period("P2M"))
    #expect(try state().current.commitment?.number == 3)
  }

  @Test("Each month is a period of its own, and the thirteenth begins the next year")
  mutating func months() throws {
    let first = try buy()
    #expect(first.price == 7_990)
    #expect(first.expiresDate == moment("2026-02-05T10:00:00Z"))
    world.advance(by: period("P11M"))
    var month = try #require(try state().current.commitment)
    #expect(month.number == 12 && month.total == 12 && month.price == 95_880)
    #expect(month.expiresDate == moment("2027-01-05T10:00:00Z"))
    world.advance(by: period("P1M"))
    month = try #require(try state().current.commitment)
    #expect(month.number == 1)
    #expect(month.expiresDate == moment("2028-01-05T10:00:00Z"))
    #expect(
      world.told() == ["SUBSCRIBED/INITIAL_BUY 1"] + Array(repeating: "DID_RENEW 1", count: 12))
  }

  @Test("The payloads have Apple's members")
  mutating func payloads() throws {
    let bought = try buy()
    let text = try world.text(bought, of: "eva")
    // 2027-01-05 10:00 UTC.
    #expect(
      text.hasSuffix(
        """
        "billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":1,\
        "totalBillingPeriods":12,"commitmentPrice":95880,"commitmentExpiresDate":1799143200000}}
        """), "\(text)")
    let info = try world.text(try state().renewal, beside: bought, of: "eva")
    #expect(
      info.hasSuffix(
        """
        "renewalBillingPlanType":"MONTHLY","commitmentInfo":{\
        "commitmentAutoRenewProductId":"pro_yearly","commitmentAutoRenewStatus":1,\
        "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1799143200000,\
        "commitmentRenewalPrice":95880}}
        """), "\(info)")
    #expect(info.contains(#""renewalPrice":7990,"#))
  }

  @Test("A cancel ends the year, not the months that are left of it")
  mutating func cancelled() throws {
    _ = try buy()
    try world.cancel("pro_yearly", by: "eva")
    #expect(world.told().last == "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1")
    var renewal = try state().renewal
    #expect(renewal.autoRenews && renewal.renewalPrice == 7_990)
    #expect(renewal.commitment?.autoRenews == false)
    world.advance(by: period("P11M"))
    #expect(world.told() == Array(repeating: "DID_RENEW 1", count: 11))
    renewal = try state().renewal
    #expect(!renewal.autoRenews && renewal.renewalPrice == nil)
    world.advance(by: period("P1M"))
    #expect(world.told() == ["EXPIRED/VOLUNTARY 2"])
  }

  @Test("Without grace a month is retried for 90 days; a recovery moves the end of the year")
  mutating func billing() throws {
    _ = try buy()
    try world.setPayment(works: false, of: "eva")
    world.advance(by: period("P1M"))
    #expect(world.told().last == "DID_FAIL_TO_RENEW 3")
    // The customer can end the year, not the debt.
    try world.cancel("pro_yearly", by: "eva")
    try world.resume("pro_yearly", by: "eva")
    world.advance(by: period("P10D"))
    try world.setPayment(works: true, of: "eva")
    var (current, _) = try state()
    #expect(current.commitment?.number == 2)
    #expect(current.expiresDate == moment("2026-03-15T10:00:00Z"))
    #expect(current.commitment?.expiresDate == moment("2027-01-15T10:00:00Z"))
    #expect(world.told().last == "DID_RENEW/BILLING_RECOVERY 1")
    try world.setPayment(works: false, of: "eva")
    // 2026-03-15 and 90 days.
    world.advance(to: moment("2026-06-13T09:59:59Z"))
    #expect(world.told() == ["DID_FAIL_TO_RENEW 3"])
    world.advance(to: moment("2026-06-13T10:00:00Z"))
    #expect(world.told() == ["EXPIRED/BILLING_RETRY 2"])
    current = try state().current
    #expect(current.commitment?.number == 2)
  }

  @Test("A refund of an earlier month changes nothing; of the current one it ends the year")
  mutating func refund() throws {
    let first = try buy()
    world.advance(by: period("P1M"))
    try world.refund(first.transactionId)
    world.advance(by: period("P1M"))
    #expect(world.told().last == "DID_RENEW 1")
    let current = try state().current.transactionId
    try world.refund(current)
    #expect(world.told() == ["REFUND 5"])
    try world.reverseRefund(of: current)
    world.advance(by: period("P1M"))
    #expect(world.told() == ["REFUND_REVERSED 1", "EXPIRED/VOLUNTARY 2"])
  }

  @Test("Another product waits for the end of the year; a higher level begins at once")
  mutating func changes() throws {
    _ = try buy()
    try world.buy("basic_monthly", by: "eva")
    var renewal = try state().renewal
    #expect(renewal.autoRenewProductId == "pro_yearly")
    #expect(renewal.commitment?.productId == "basic_monthly")
    #expect(renewal.commitment?.billingPlan == .upFront)
    try world.setPrice(of: "basic_monthly", to: 5_990, needsConsent: false)
    #expect(world.told().last == "PRICE_INCREASE/ACCEPTED 1")
    world.advance(by: period("P11M"))
    #expect(try state().current.productId == "pro_yearly")
    renewal = try state().renewal
    #expect(renewal.autoRenewProductId == "basic_monthly" && renewal.billingPlan == .upFront)
    world.advance(by: period("P1M"))
    #expect(try state().current.productId == "basic_monthly")
    #expect(try state().current.price == 5_990)
    #expect(try state().current.commitment == nil)

    _ = try world.buy("pro_yearly", by: "eva", PurchaseOptions(billingPlan: .monthly))
    #expect(try state().current.commitment?.number == 1)
    try world.buy("max_monthly", by: "eva")
    #expect(try state().current.commitment == nil)
    #expect(try state().renewal.commitment == nil)
  }

  @Test("An extension moves the end of the year, and the offers of the other plan are refused")
  mutating func extended() throws {
    _ = try buy()
    #expect(throws: StoreRefusal.notEligible(offer: "YEAR", .otherBillingPlan)) {
      try world.buy("pro_yearly", by: "eva", .init(offer: .offerCode(offerId: "YEAR")))
    }
    try world.extend("pro_yearly", of: "eva", days: 10)
    #expect(try state().current.expiresDate == moment("2026-02-15T10:00:00Z"))
    #expect(try state().current.commitment?.expiresDate == moment("2027-01-15T10:00:00Z"))
  }

  @Test("The family has access for the months that are left, too")
  mutating func family() throws {
    _ = try buy()
    try world.joinFamily("ada", of: "eva")
    try world.cancel("pro_yearly", by: "eva")
    let share = try #require(try world.subscriptions(of: "ada").first)
    #expect(world.renewal(of: share).autoRenews)
    #expect(share.current.commitment == nil)
    world.advance(by: period("P1Y"))
    #expect(try world.subscriptions(of: "ada").first?.transactions.count == 12)
    #expect(world.told("ada").last == "EXPIRED/VOLUNTARY 2")
  }

  @Test("The owner's prices and sale leave the months of a commitment alone")
  mutating func owner() throws {
    _ = try buy()
    try world.setPrice(of: "pro_yearly", to: 99_990, needsConsent: true)
    try world.sellMonthly("pro_yearly", for: 9_990)
    try world.withdraw("pro_yearly")
    world.advance(by: period("P11M"))
    #expect(world.told().count == 12)
    #expect(try state().current.price == 7_990)
    world.advance(by: period("P1M"))
    #expect(world.told() == ["EXPIRED/PRODUCT_NOT_FOR_SALE 2"])
  }

  @Test("It is sold for a year, in most countries, and without the offers of the other plan")
  mutating func refused() throws {
    let monthly = PurchaseOptions(billingPlan: .monthly)
    #expect(throws: StoreRefusal.notYearly("pro_monthly")) {
      try world.sellMonthly("pro_monthly", for: 990)
    }
    #expect(throws: StoreRefusal.notSoldMonthlyIn("USA")) {
      try world.buy("pro_yearly", by: "ada", monthly)
    }
    #expect(throws: StoreRefusal.notSoldMonthly("max_monthly")) {
      try world.buy("max_monthly", by: "eva", monthly)
    }
    #expect(throws: StoreRefusal.notEligible(offer: "first", .otherBillingPlan)) {
      try world.buy(
        "pro_yearly", by: "eva",
        PurchaseOptions(offer: .winBack(offerId: "first"), billingPlan: .monthly))
    }
    try world.buy("max_monthly", by: "eva")
    #expect(throws: StoreRefusal.notSoldMonthly("pro_yearly")) {
      try world.buy("pro_yearly", by: "eva", monthly)
    }
  }

  private mutating func sell(
    _ kind: OfferKind, _ payment: OfferPayment, _ length: String, _ price: Int64, cycles: Int = 1
  ) throws {
    world = try Self.world([
      StoreOffer(
        id: "monthly", kind: kind, products: ["pro_yearly"], payment: payment,
        period: period(length), cycles: cycles, price: price, customers: [.existing],
        billingPlan: .monthly)
    ])
  }

  @Test("A free trial of the monthly plan comes before the commitment, and binds nobody")
  mutating func trial() throws {
    try sell(.introductory, .freeTrial, "P1W", 0)
    let bought = try buy()
    #expect(bought.offer?.kind == .introductory && bought.price == 0 && bought.commitment == nil)
    #expect(try world.buy("pro_yearly", by: "ada")?.offer == nil)
    let renewal = try state().renewal
    #expect(renewal.billingPlan == .monthly && renewal.renewalPrice == 7_990)
    #expect(renewal.commitment == nil)
    world.advance(by: period("P1W"))
    let month = try state().current
    #expect(month.commitment?.number == 1 && month.price == 7_990 && month.offer == nil)
    #expect(month.commitment?.expiresDate == moment("2027-01-12T10:00:00Z"))
  }

  @Test("A cancel in the free trial of the monthly plan ends it with the trial")
  mutating func trialCancelled() throws {
    try sell(.introductory, .freeTrial, "P1W", 0)
    _ = try buy()
    try world.cancel("pro_yearly", by: "eva")
    world.advance(by: period("P1W"))
    #expect(world.told("eva").last == "EXPIRED/VOLUNTARY 2")
  }

  @Test("Months of an offer that is paid as one goes are months of the commitment")
  mutating func cheapMonths() throws {
    try sell(.introductory, .payAsYouGo, "P1M", 990, cycles: 3)
    let first = try buy()
    // 3 of 0.99 and 9 of 7.99.
    #expect(first.price == 990 && first.commitment?.price == 74_880)
    try world.cancel("pro_yearly", by: "eva")
    world.advance(by: period("P2M"))
    #expect(try state().current.commitment?.number == 3)
    #expect(try state().current.price == 990)
    world.advance(by: period("P1M"))
    #expect(try state().current.price == 7_990)
    #expect(try state().current.offer == nil)
    #expect(try state().current.commitment?.price == 74_880)
  }

  @Test("A code of the monthly plan begins with the next month, and only a month by month one")
  mutating func code() throws {
    try sell(.offerCode, .payAsYouGo, "P1M", 1_990)
    _ = try buy()
    let code = PurchaseOptions(offer: .offerCode(offerId: "monthly"), billingPlan: .monthly)
    #expect(throws: StoreRefusal.notEligible(offer: "monthly", .otherBillingPlan)) {
      try world.buy("pro_yearly", by: "eva", .init(offer: .offerCode(offerId: "monthly")))
    }
    try world.buy("pro_yearly", by: "eva", code)
    #expect(try state().renewal.renewalPrice == 1_990)
    world.advance(by: period("P1M"))
    #expect(try state().current.price == 1_990)
    #expect(try state().current.commitment?.number == 2)
    world.advance(by: period("P1M"))
    #expect(try state().current.price == 7_990)
  }
}
