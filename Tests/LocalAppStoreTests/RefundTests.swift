import LocalAppStore
import PaywallCatalog
import Testing

struct RefundTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("A full refund of the current period ends the subscription; a reversal gives it back")
  mutating func full() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    world.advance(by: period("P3D"))
    try world.requestRefund(of: bought.transactionId, because: .unintendedPurchase)
    try world.refund(bought.transactionId, because: .troubleWithApp)
    let revocation = try #require(try world.state().current.revocation)
    #expect(revocation.date == moment("2026-01-08T10:00:00Z"))
    #expect(revocation.reason == .troubleWithApp)
    #expect(revocation.proratedPercentage == nil)
    #expect(try world.subscription().isEntitled == false)
    #expect(throws: StoreRefusal.alreadyRefunded(bought.transactionId)) {
      try world.refund(bought.transactionId)
    }
    try world.reverseRefund(of: bought.transactionId)
    #expect(try world.state().current.revocation == nil)
    #expect(try world.state().current.expiresDate == moment("2027-01-05T10:00:00Z"))
    #expect(try world.subscription().isEntitled)
    world.advance(by: period("P1Y"))
    #expect(
      world.told() == [
        "SUBSCRIBED/INITIAL_BUY 1", "CONSUMPTION_REQUEST 1",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1", "REFUND 5", "REFUND_REVERSED 1",
        "EXPIRED/VOLUNTARY 2",
      ])
  }

  @Test("A prorated refund gives back the part of the period that is left")
  mutating func prorated() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    // 73 of 365 days are a fifth.
    world.advance(by: period("P73D"))
    try world.refund(bought.transactionId, isProrated: true)
    #expect(try world.state().current.revocation?.proratedPercentage == 80_000)
    #expect(throws: StoreRefusal.notActive) { try world.cancel("pro_yearly", by: "ada") }

    let coins = try #require(try world.buy("coins", by: "ada"))
    #expect(throws: StoreRefusal.nothingToProrate(coins.transactionId)) {
      try world.refund(coins.transactionId, isProrated: true)
    }
  }

  @Test("A refund of an earlier period ends nothing")
  mutating func earlier() throws {
    try world.buy("max_monthly", by: "ada")
    world.advance(by: period("P1M"))
    let first = try world.subscription().transactions[0]
    try world.refund(first.transactionId)
    let sent = try #require(world.takeNotifications().last)
    #expect(sent.type == .refund)
    #expect(sent.transaction?.transactionId == first.transactionId)
    #expect(sent.renewal?.status == 1)
    #expect(try world.subscription().isEntitled)
    world.advance(by: period("P1M"))
    #expect(world.told() == ["DID_RENEW 1"])
  }

  @Test("A reversal after the period has ended gives no access")
  mutating func reversedLate() throws {
    let bought = try #require(try world.buy("max_monthly", by: "ada"))
    try world.refund(bought.transactionId)
    world.advance(by: period("P2M"))
    try world.reverseRefund(of: bought.transactionId)
    #expect(world.told().last == "REFUND_REVERSED 2")
    #expect(try world.subscription().isEntitled == false)
    #expect(world.nextDueMoment() == nil)
  }

  @Test("A refund is not undone while its period would run beside a later purchase")
  mutating func boughtAgain() throws {
    let first = try #require(try world.buy("max_monthly", by: "ada"))
    try world.refund(first.transactionId)
    try world.buy("pro_yearly", by: "ada")
    #expect(throws: StoreRefusal.boughtAgain(first.transactionId)) {
      try world.reverseRefund(of: first.transactionId)
    }
    world.advance(by: period("P1M"))
    try world.reverseRefund(of: first.transactionId)
    #expect(world.told().last == "REFUND_REVERSED 1")
    #expect(try world.state().current.productId == "pro_yearly")
  }

  @Test("A refund of what was upgraded since is undone, for it runs beside nothing")
  mutating func reversedUpgrade() throws {
    let first = try #require(try world.buy("pro_monthly", by: "ada"))
    world.advance(by: period("P10D"))
    try world.buy("max_monthly", by: "ada")
    try world.refund(first.transactionId)
    try world.reverseRefund(of: first.transactionId)
    #expect(world.told().last == "REFUND_REVERSED 1")
    #expect(try world.state().current.productId == "max_monthly")
  }

  @Test("A request that is declined leaves the purchase as it was")
  mutating func declined() throws {
    let coins = try #require(try world.buy("coins", by: "ada"))
    let plan = try #require(try world.buy("pro_yearly", by: "ada"))
    for id in [coins.transactionId, plan.transactionId] {
      #expect(throws: StoreRefusal.noRefundRequest(id)) { try world.declineRefund(of: id) }
      try world.requestRefund(of: id, because: .fulfillmentIssue)
      try world.declineRefund(of: id)
      #expect(throws: StoreRefusal.notRefunded(id)) { try world.reverseRefund(of: id) }
    }
    #expect(try world.subscription().isEntitled)
    #expect(
      world.told().dropFirst(2) == [
        "CONSUMPTION_REQUEST", "REFUND_DECLINED", "CONSUMPTION_REQUEST 1",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1", "REFUND_DECLINED 1",
      ])
  }

  @Test("A consumable is refunded and the refund reversed")
  mutating func consumable() throws {
    let coins = try #require(try world.buy("coins", by: "ada"))
    try world.refund(coins.transactionId)
    #expect(world.purchases[0].transaction.revocation?.date == world.now)
    try world.reverseRefund(of: coins.transactionId)
    #expect(world.purchases[0].transaction.revocation == nil)
    #expect(world.told() == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
  }
}
