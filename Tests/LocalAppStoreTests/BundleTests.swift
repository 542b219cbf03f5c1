import LocalAppStore
import PaywallCatalog
import Testing

/// A switch between a subscription of its own and a bundle, in both directions.
struct BundleTests {
  private var world: World

  init() throws { world = try Shop.world() }

  private mutating func join() throws -> StoreTransaction {
    try world.joinBundle("all_apps", with: "pro_monthly", for: 14_990, by: "ada")
  }

  @Test("A switch revokes what ran, is no refund, and the bundle's part names what it replaced")
  mutating func joined() throws {
    let before = try #require(try world.buy("pro_monthly", by: "ada"))
    world.advance(by: period("P3D"))
    let joined = try join()
    let all = try world.subscriptions(of: "ada")
    #expect(all.map(\.isEntitled) == [false, true])
    let revoked = try world.text(all[0].current)
    #expect(revoked.contains(#""revocationDate":"#) && revoked.contains(#""revocationReason":2"#))
    #expect(!revoked.contains("revocationType") && !revoked.contains("revocationPercentage"))
    let text = try world.text(joined)
    #expect(text.contains(#""bundleProductId":"all_apps","#))
    #expect(text.contains(#""previousOriginalTransactionId":"\#(before.transactionId)""#))
    #expect(joined.originalTransactionId != before.transactionId && joined.price == 14_990)
    #expect(
      world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "REVOKE 5", "SUBSCRIBED/RESUBSCRIBE 1"])
    #expect(throws: StoreRefusal.notRefunded(before.transactionId)) {
      try world.reverseRefund(of: before.transactionId)
    }
    #expect(throws: StoreRefusal.inBundle("pro_monthly")) {
      try world.buy("max_monthly", by: "ada")
    }
    world.advance(by: period("P1M"))
    let renewed = try #require(try world.subscriptions(of: "ada").last)
    #expect(renewed.current.price == 14_990 && renewed.current.bundle?.productId == "all_apps")
    #expect(renewed.current.bundle?.transactionId != joined.bundle?.transactionId)
  }

  @Test("The subscription goes on by itself with the renewal after the bundle is left")
  mutating func left() throws {
    try world.buy("pro_monthly", by: "ada")
    let joined = try join()
    try world.leaveBundle("pro_monthly", by: "ada")
    let renewal = world.renewal(of: try #require(try world.subscriptions(of: "ada").last))
    #expect(renewal.willUnbundle && renewal.renewalPrice == 9_990)
    _ = world.told()
    world.advance(by: period("P1M"))
    #expect(world.told() == ["EXPIRED 2", "SUBSCRIBED/RESUBSCRIBE 1"])
    let now = try #require(try world.subscriptions(of: "ada").last).current
    #expect(now.bundle == nil && now.price == 9_990)
    #expect(now.previousOriginalTransactionId == joined.bundle?.originalTransactionId)
    #expect(now.originalTransactionId != joined.originalTransactionId)
  }

  @Test("An introductory offer that was had before a switch is had for good")
  mutating func introductory() throws {
    try world.buy("pro_monthly", by: "ada")
    _ = try join()
    try world.cancel("pro_monthly", by: "ada")
    world.advance(by: period("P1M"))
    #expect(world.told().last == "EXPIRED/VOLUNTARY 2")
    let back = try #require(try world.buy("pro_monthly", by: "ada"))
    #expect(back.offer == nil && back.bundle == nil)
  }

  @Test("Seats, commitments and billing issues keep a subscription from a bundle")
  mutating func refused() throws {
    try world.buy("pro_monthly", by: "ada", .init(seats: 2))
    #expect(throws: StoreRefusal.cannotSwitch("pro_monthly")) { try join() }
    try world.setPayment(works: false, of: "ada")
    world.advance(by: period("P1W"))
    #expect(throws: StoreRefusal.billingIssue) { try join() }
    #expect(throws: StoreRefusal.notInBundle("pro_monthly")) {
      try world.leaveBundle("pro_monthly", by: "ada")
    }
  }
}
