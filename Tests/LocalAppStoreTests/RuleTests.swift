import LocalAppStore
import PaywallCatalog
import Testing

/// Rules that hold across causes.
struct RuleTests {
  private var world: World

  init() throws { world = try Shop.world() }

  @Test("What is owned for ever is not sold twice, but again after a refund")
  mutating func owned() throws {
    let bought = try #require(try world.buy("forever", by: "ada"))
    #expect(throws: StoreRefusal.alreadyOwned("forever")) { try world.buy("forever", by: "ada") }
    try world.refund(bought.transactionId)
    #expect(try world.buy("forever", by: "ada") != nil)
  }

  @Test("Only what renews has the id of a billing event")
  mutating func lineItems() throws {
    func text(_ product: String) throws -> String {
      try world.text(try #require(try world.buy(product, by: "ada")))
    }
    #expect(try text("pro_monthly").contains(#""webOrderLineItemId""#))
    #expect(try !text("forever").contains(#""webOrderLineItemId""#))
  }

  @Test("A reversed refund gives back the reason for which a subscription had ended")
  mutating func reasonStays() throws {
    let bought = try #require(try world.buy("max_monthly", by: "ada"))
    try world.cancel("max_monthly", by: "ada")
    world.advance(by: period("P2M"))
    try world.refund(bought.transactionId)
    try world.reverseRefund(of: bought.transactionId)
    #expect(try world.state().renewal.expirationIntent == .customerCancelled)
  }

  @Test("A refund is asked for once until it is decided")
  mutating func oneRequest() throws {
    let bought = try #require(try world.buy("coins", by: "ada"))
    try world.requestRefund(of: bought.transactionId, because: .other)
    #expect(throws: StoreRefusal.refundRequested(bought.transactionId)) {
      try world.requestRefund(of: bought.transactionId, because: .other)
    }
    try world.declineRefund(of: bought.transactionId)
    try world.requestRefund(of: bought.transactionId, because: .other)
  }

  @Test("What was given for free is not given back: days of an extension count for nothing")
  mutating func prorated() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    try world.extend("pro_yearly", of: "ada", days: 90)
    world.advance(by: period("P1Y"))
    #expect(throws: StoreRefusal.nothingToProrate(bought.transactionId)) {
      try world.refund(bought.transactionId, isProrated: true)
    }
  }

  @Test("A refused cause uses up no identifier")
  func refusals() throws {
    func next(after refused: Bool) throws -> String? {
      var world = try Shop.world()
      if refused {
        #expect(throws: StoreRefusal.unknownProduct("none")) {
          try world.extendAll("none", days: 7)
        }
      }
      world.requestTestNotification()
      return world.takeNotifications().first?.uuid
    }
    #expect(try next(after: true) == next(after: false))
  }

  @Test("Texts are signed later than what was sent, also while the clock stands")
  mutating func signedDates() throws {
    try world.buy("max_monthly", by: "ada")
    try world.cancel("max_monthly", by: "ada")
    try world.resume("max_monthly", by: "ada")
    let last = try #require(world.takeNotifications().last)
    #expect(last.signedDate > world.now)
    #expect(try world.records(of: "ada").map(\.signedDate) == [last.signedDate])
    // A lower price is reported to no server, and texts that are signed after it are newer.
    try world.setPrice(of: "max_monthly", to: 5_000, needsConsent: false)
    #expect(try #require(try world.records(of: "ada").first).signedDate > last.signedDate)
  }
}
