import LocalAppStore
import PaywallCatalog
import Testing

/// One purchase under several transaction ids.
struct RestoreTests {
  private var world: World

  init() throws { world = try Shop.world() }

  private func records() throws -> [StoreTransaction] {
    try world.records(of: "ada").map(\.transaction)
  }

  @Test("A restored period has a new id; the billing event, the dates and the money are the same")
  mutating func restored() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    _ = world.told()
    world.advance(to: moment("2026-03-01T00:00:00Z"))
    let copy = try #require(try world.restore("ada"))
    #expect(copy.transactionId != bought.transactionId)
    #expect(copy.webOrderLineItemId == bought.webOrderLineItemId)
    #expect(copy.originalTransactionId == bought.transactionId)
    #expect(copy.purchaseDate == bought.purchaseDate && copy.expiresDate == bought.expiresDate)
    #expect(copy.price == bought.price)
    // Apple sends nothing about a restore.
    #expect(world.told().isEmpty)
    #expect(try records().map(\.transactionId) == [bought.transactionId, copy.transactionId])
    #expect(world.record(of: copy.transactionId)?.transaction.transactionId == copy.transactionId)
  }

  @Test("A refund names one of the ids, and every one is revoked from then on")
  mutating func refunded() throws {
    try world.buy("pro_yearly", by: "ada")
    let copy = try #require(try world.restore("ada")).transactionId
    _ = world.takeNotifications()
    try world.refund(copy)
    let sent = try #require(world.takeNotifications().first)
    #expect(sent.type == .refund && sent.transaction?.transactionId == copy)
    #expect(try records().allSatisfy { $0.revocation != nil })
    #expect(try !world.subscription().isEntitled)
    #expect(throws: StoreRefusal.alreadyRefunded(copy)) { try world.refund(copy) }
  }

  @Test("Of a purchase for good the copy is dated by the restore; consumables are not restored")
  mutating func forever() throws {
    let bought = try #require(try world.buy("forever", by: "ada"))
    try world.buy("coins", by: "ada")
    world.advance(by: period("P1M"))
    let copy = try #require(try world.restore("ada"))
    #expect(copy.purchaseDate == world.now)
    #expect(copy.originalPurchaseDate == bought.purchaseDate)
    #expect(try records().map(\.productId) == ["forever", "forever", "coins"])
    try world.refund(bought.transactionId)
    #expect(try world.restore("ada") == nil)
  }

  @Test("Pages of the history give each copy once, and again after it changed")
  mutating func history() throws {
    try world.buy("pro_yearly", by: "ada")
    for _ in 0..<30 { try world.restore("ada") }
    let id = try world.account("ada").appTransactionId
    let first = try #require(world.history(ofAny: id, HistoryQuery()))
    let second = try #require(world.history(ofAny: id, HistoryQuery(), after: first.cursor))
    #expect(first.records.count == 20 && second.records.count == 11 && !second.hasMore)
    try world.refund(try world.state().current.transactionId)
    let changed = try #require(world.history(ofAny: id, HistoryQuery(), after: second.cursor))
    #expect(changed.records.count == 20 && changed.hasMore)
  }

}
