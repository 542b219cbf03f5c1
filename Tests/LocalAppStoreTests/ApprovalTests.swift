import Foundation
import LocalAppStore
import OfferSigning
import PaywallCatalog
import Testing

/// Purchases that someone of the family has to approve.
struct ApprovalTests {
  private var world: World

  init() throws { world = try Shop.world() }

  private func waiting(_ world: World) throws -> [String] {
    try world.purchaseRequests(of: "ada").map(\.productId)
  }

  @Test("A purchase waits; approved, it happens with its notifications, declined, nothing does")
  mutating func answers() throws {
    try world.setAsksToBuy(true, of: "ada")
    #expect(try world.buy("pro_monthly", by: "ada") == nil)
    #expect(try world.buy("coins", by: "ada", .init(quantity: 3)) == nil)
    #expect(throws: StoreRefusal.alreadyAsked("coins")) { try world.buy("coins", by: "ada") }
    #expect(try waiting(world) == ["pro_monthly", "coins"])
    #expect(try world.subscriptions(of: "ada").isEmpty)
    world.advance(by: Period(seconds: 3_600))
    #expect(world.told() == [])
    let bought = try #require(try world.approve("pro_monthly", by: "ada"))
    #expect(bought.purchaseDate == moment("2026-01-05T11:00:00Z"))
    #expect(bought.offer?.kind == .introductory)
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1"])
    try world.decline("coins", by: "ada")
    #expect(world.told() == [])
    #expect(try waiting(world) == [])
    #expect(throws: StoreRefusal.notAsked("coins")) { try world.approve("coins", by: "ada") }
    #expect(throws: StoreRefusal.notAsked("coins")) { try world.decline("coins", by: "ada") }
  }

  @Test("A request lapses after a day")
  mutating func lapses() throws {
    try world.setAsksToBuy(true, of: "ada")
    try world.buy("coins", by: "ada")
    world.advance(to: moment("2026-01-06T09:59:59Z"))
    #expect(try waiting(world) == ["coins"])
    world.advance(to: moment("2026-01-06T10:00:00Z"))
    #expect(try waiting(world) == [])
    #expect(throws: StoreRefusal.notAsked("coins")) { try world.approve("coins", by: "ada") }
  }

  @Test("What could not be bought is refused when it is asked for, and does not wait")
  mutating func refusedAtOnce() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.setAsksToBuy(true, of: "ada")
    #expect(throws: StoreRefusal.alreadySubscribed(product: "pro_yearly")) {
      try world.buy("pro_yearly", by: "ada")
    }
    try world.setPayment(works: false, of: "ada")
    #expect(throws: StoreRefusal.paymentFailed) { try world.buy("coins", by: "ada") }
    #expect(try waiting(world) == [])
    // Only refusals happened so far: the next purchase has the next id.
    try world.setPayment(works: true, of: "ada")
    try world.setAsksToBuy(false, of: "ada")
    let first = try #require(UInt64(try world.subscription().current.transactionId))
    #expect(try world.buy("coins", by: "ada")?.transactionId == String(first + 1))
  }

  @Test("A signature is judged when the customer asks, and its nonce is used then")
  func signature() throws {
    let key = try SigningKey.throwAway(id: "ABC123DEFG")
    var world = try Shop.world(offerKeys: [key.verificationKey])
    try world.buy("pro_yearly", by: "ada")
    try world.setAsksToBuy(true, of: "ada")
    // 23 hours old when she asks; a signature is good for 24.
    let signed = Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000 - 23 * 3_600)
    let signature = try key.sign(
      PromotionalOffer(
        bundleId: "com.example.paywall", productId: "max_monthly", offerId: "upgrade"),
      for: .anyone, nonce: UUID(), at: signed)
    let options = PurchaseOptions(
      offer: .promotional(offerId: "upgrade", .legacy(signature)))
    try world.buy("max_monthly", by: "ada", options)
    var spent = world
    try spent.decline("max_monthly", by: "ada")
    world.advance(by: Period(seconds: 23 * 3_600))
    #expect(try world.approve("max_monthly", by: "ada")?.offer?.id == "upgrade")
    world = spent
    #expect(throws: StoreRefusal.nonceUsed(signature.nonce.lowercased())) {
      try world.buy("max_monthly", by: "ada", options)
    }
  }
}
