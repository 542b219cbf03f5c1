import LocalAppStore
import PaywallCatalog
import Testing

/// Periods, their ends and failed charges, by the tables of Apple's documentation.
struct RenewalTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("A trial becomes a paid period, which renews at its end")
  mutating func trial() throws {
    let first = try #require(try world.buy("pro_monthly", by: "ada"))
    #expect(first.price == 0)
    #expect(first.offer?.kind == .introductory)
    #expect(first.offer?.id == nil)
    #expect(first.expiresDate == moment("2026-01-12T10:00:00Z"))
    #expect(first.originalTransactionId == first.transactionId)
    #expect(try world.state().renewal.renewalPrice == 9_990)
    #expect(try world.state().renewal.offer == nil)
    world.advance(to: moment("2026-02-12T10:00:00Z"))
    let (current, renewal) = try world.state()
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW 1", "DID_RENEW 1"])
    #expect(current.purchaseDate == moment("2026-02-12T10:00:00Z"))
    #expect(current.expiresDate == moment("2026-03-12T10:00:00Z"))
    #expect(current.originalTransactionId == first.transactionId)
    #expect(current.originalPurchaseDate == moment("2026-01-05T10:00:00Z"))
    #expect(current.isRenewal && current.price == 9_990 && current.offer == nil)
    #expect(renewal.recentStart == moment("2026-01-05T10:00:00Z"))
  }

  @Test("A pay-as-you-go offer runs for its cycles, and the last has the full price ahead")
  mutating func payAsYouGo() throws {
    try world.buy("basic_monthly", by: "ada")
    #expect(try world.state().renewal.renewalPrice == 990)
    #expect(try world.state().renewal.offer?.totalPeriod == period("P2M"))
    world.advance(by: period("P1M"))
    #expect(try world.state().current.price == 990)
    #expect(try world.state().current.offer?.kind == .introductory)
    #expect(try world.state().renewal.renewalPrice == 4_990)
    #expect(try world.state().renewal.offer == nil)
    world.advance(by: period("P1M"))
    #expect(try world.state().current.price == 4_990)
    #expect(try world.state().current.offer == nil)
  }

  @Test("A cancelled subscription lasts to the end of its period")
  mutating func cancelled() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.cancel("pro_yearly", by: "ada")
    #expect(throws: StoreRefusal.alreadyCancelled) { try world.cancel("pro_yearly", by: "ada") }
    #expect(try world.state().renewal.renewalPrice == nil)
    world.advance(to: moment("2027-01-05T09:59:59Z"))
    #expect(try world.subscription().isEntitled)
    world.advance(to: moment("2027-01-05T10:00:00Z"))
    #expect(try world.subscription().isEntitled == false)
    #expect(try world.state().renewal.expirationIntent == .customerCancelled)
    #expect(try world.state().renewal.isInBillingRetry == false)
    #expect(
      world.told() == [
        "SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
        "EXPIRED/VOLUNTARY 2",
      ])
    #expect(throws: StoreRefusal.notActive) { try world.resume("pro_yearly", by: "ada") }
  }

  @Test("Renewal that is turned on again before the end goes on")
  mutating func resumed() throws {
    try world.buy("pro_yearly", by: "ada")
    #expect(throws: StoreRefusal.alreadyRenews) { try world.resume("pro_yearly", by: "ada") }
    try world.cancel("pro_yearly", by: "ada")
    try world.resume("pro_yearly", by: "ada")
    world.advance(by: period("P1Y"))
    #expect(
      world.told().suffix(2) == [
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1", "DID_RENEW 1",
      ])
  }

  @Test("Without grace a failed renewal is retried for 60 days, and then ends")
  mutating func retry() throws {
    try world.buy("basic_weekly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1W"))
    #expect(try world.subscription().isEntitled == false)
    #expect(try world.state().renewal.isInBillingRetry == true)
    #expect(try world.state().renewal.gracePeriodExpiresDate == nil)
    #expect(throws: StoreRefusal.billingIssue) { try world.buy("pro_monthly", by: "ada") }
    // 2026-01-12 and 60 days.
    world.advance(to: moment("2026-03-13T09:59:59Z"))
    #expect(world.told().last == "DID_FAIL_TO_RENEW 3")
    world.advance(to: moment("2026-03-13T10:00:00Z"))
    #expect(world.told() == ["EXPIRED/BILLING_RETRY 2"])
    #expect(try world.state().renewal.expirationIntent == .billingError)
    #expect(try world.state().renewal.autoRenews == false)
  }

  @Test("Grace keeps access and the renewal date; weekly plans have six days of it")
  func grace() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(to: moment("2027-01-10T10:00:00Z"))
    #expect(try world.subscription().isEntitled)
    #expect(
      try world.state().renewal.gracePeriodExpiresDate == moment("2027-01-21T10:00:00Z"))
    try world.setPayment(works: true, of: "ada")
    #expect(try world.state().current.purchaseDate == moment("2027-01-10T10:00:00Z"))
    #expect(try world.state().current.expiresDate == moment("2028-01-05T10:00:00Z"))
    #expect(
      world.told().suffix(2) == [
        "DID_FAIL_TO_RENEW/GRACE_PERIOD 4", "DID_RENEW/BILLING_RECOVERY 1",
      ])

    try world.addCustomer("weekly")
    try world.buy("basic_weekly", by: "weekly")
    try world.setPayment(works: false, of: "weekly")
    // A week from 2027-01-10, and six days.
    world.advance(to: moment("2027-01-23T09:59:59Z"))
    #expect(world.told().last == "DID_FAIL_TO_RENEW/GRACE_PERIOD 4")
    world.advance(to: moment("2027-01-23T10:00:00Z"))
    #expect(world.told() == ["GRACE_PERIOD_EXPIRED 3"])
    try world.setPayment(works: true, of: "weekly")
    #expect(world.told() == ["DID_RENEW/BILLING_RECOVERY 1"])
    // A new cycle begins on the day of the payment.
    let recovered = try world.subscriptions(of: "weekly")[0].current
    #expect(recovered.expiresDate == moment("2027-01-30T10:00:00Z"))
  }

  @Test("Grace may be given only after periods that were paid")
  func paidOnly() throws {
    let grace = WorldSettings.GracePeriod(days: 16, isOnlyAfterPaidPeriods: true)
    var world = try Shop.world(WorldSettings(gracePeriod: grace))
    try world.buy("pro_monthly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1W"))
    #expect(world.told().last == "DID_FAIL_TO_RENEW 3")
  }

  @Test("A card that works again pays at once for a short period that is over")
  func shortRecovery() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 16)))
    try world.buy("basic_monthly", by: "ada")
    try world.buy("basic_weekly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1M"))
    world.advance(by: period("P10D"))
    _ = world.told()
    // The period from 5 February is over on the 12th, and the next runs until the 19th. It is the
    // 15th.
    try world.setPayment(works: true, of: "ada")
    #expect(world.told() == ["DID_RENEW/BILLING_RECOVERY 1", "DID_RENEW 1"])
    #expect(try world.subscription().expiresDate == moment("2026-02-19T10:00:00Z"))
  }

  @Test("A cancel in the grace period ends access at once")
  func cancelledInGrace() throws {
    var world = try Shop.world(WorldSettings(gracePeriod: .init(days: 28)))
    try world.buy("pro_yearly", by: "ada")
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1Y"))
    try world.cancel("pro_yearly", by: "ada")
    let sent = world.takeNotifications().suffix(2)
    #expect(sent.map(\.type) == [.didChangeRenewalStatus, .expired])
    #expect(sent.map(\.subtype) == [.autoRenewDisabled, .voluntary])
    #expect(sent.first?.signedDate == moment("2027-01-05T10:00:00.001Z"))
    #expect(sent.last?.signedDate == moment("2027-01-05T10:00:00.002Z"))
    #expect(try world.subscription().isEntitled == false)
    #expect(world.nextDueMoment() == nil)
  }

  @Test("A product that is withdrawn is neither sold nor renewed")
  mutating func withdrawn() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.withdraw("pro_yearly")
    world.advance(by: period("P1Y"))
    #expect(world.told().last == "EXPIRED/PRODUCT_NOT_FOR_SALE 2")
    #expect(try world.state().renewal.expirationIntent == .productNotAvailable)
    #expect(throws: StoreRefusal.productNotForSale("pro_yearly")) {
      try world.buy("pro_yearly", by: "ada")
    }
  }

  @Test("An extension moves the end of the current period, for 1 to 90 days")
  mutating func extended() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    try world.extend("pro_yearly", of: "ada", days: 90)
    #expect(throws: StoreRefusal.invalidExtension(days: 91)) {
      try world.extend("pro_yearly", of: "ada", days: 91)
    }
    let (current, renewal) = try world.state()
    #expect(current.transactionId == bought.transactionId)
    #expect(current.expiresDate == moment("2027-04-05T10:00:00Z"))
    #expect(renewal.renewalDate == moment("2027-04-05T10:00:00Z"))
    world.advance(to: moment("2027-04-05T09:59:59Z"))
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "RENEWAL_EXTENDED 1"])
    world.advance(to: moment("2027-04-05T10:00:00Z"))
    #expect(world.told() == ["DID_RENEW 1"])
  }

  @Test("The events of many customers happen in the order of their moments")
  mutating func order() throws {
    for day in 0..<40 {
      let id = "customer \(day)"
      try world.addCustomer(id)
      try world.buy(day.isMultiple(of: 3) ? "basic_weekly" : "pro_yearly", by: id)
      world.advance(by: period("P1D"))
    }
    world.advance(by: period("P2Y"))
    let dates = world.takeNotifications().map(\.signedDate)
    #expect(dates == dates.sorted())
    // 26 yearly plans with two renewals each.
    let yearly = world.subscriptions.filter { $0.nextProductId == "pro_yearly" }
    #expect(yearly.count == 26)
    #expect(yearly.allSatisfy { $0.transactions.count == 3 })
  }
}
