import LocalAppStore
import PaywallCatalog
import Testing

/// The transactions of a customer as pages, by their last change.
struct HistoryTests {
  private var world: World

  init() throws { world = try Shop.world() }

  private func query(_ change: (inout HistoryQuery) -> Void = { _ in }) -> HistoryQuery {
    var query = HistoryQuery()
    change(&query)
    return query
  }

  private func ids(_ page: HistoryPage) -> [String] {
    page.records.map(\.transaction.transactionId)
  }

  @Test("Pages of twenty hold every transaction once, in the order of purchase")
  mutating func pages() throws {
    try world.buy("basic_weekly", by: "ada")
    world.advance(by: period("P308D"))
    let all = try world.subscription().transactions.map(\.transactionId)
    // 308 days are 44 weeks.
    #expect(all.count == 45)
    var (found, cursor, sizes): ([String], RevisionCursor?, [Int]) = ([], nil, [])
    while true {
      let page = try #require(world.history(ofAny: all[7], query(), after: cursor))
      found += ids(page)
      sizes.append(page.records.count)
      let next = try #require(RevisionCursor(page.cursor.text, in: .ascending))
      cursor = next
      if !page.hasMore { break }
    }
    #expect(sizes == [20, 20, 5])
    #expect(found == all)
    let descending = query { $0.order = .descending }
    let last = try #require(world.history(ofAny: all[0], descending))
    #expect(ids(last) == all.suffix(20).reversed())
    let before = try #require(world.history(ofAny: all[0], descending, after: last.cursor))
    #expect(ids(before) == all.dropLast(20).suffix(20).reversed())
  }

  @Test("What changes after a page comes again: upgraded, refunded, extended, undone, named")
  mutating func changes() throws {
    let first = try #require(try world.buy("pro_monthly", by: "ada")).transactionId
    let coins = try #require(try world.buy("coins", by: "ada")).transactionId
    var cursor = try #require(world.history(ofAny: first, query())).cursor
    func news() throws -> [String] {
      let page = try #require(world.history(ofAny: first, query(), after: cursor))
      cursor = page.cursor
      return ids(page)
    }
    #expect(try news() == [])
    let upgrade = try #require(try world.buy("max_monthly", by: "ada")).transactionId
    #expect(try news() == [first, upgrade])
    try world.extend("max_monthly", of: "ada", days: 3)
    #expect(try news() == [upgrade])
    try world.refund(coins)
    #expect(try news() == [coins])
    try world.reverseRefund(of: coins)
    #expect(try news() == [coins])
    try world.setAccountToken("22b1d8c9-0be4-4df1-a8cc-30eefca5edfd", of: first)
    #expect(try news() == [upgrade])
    try world.finish(coins)
    try world.finish(coins)
    #expect(try news() == [coins])
    world.advance(by: period("P2M"))
    #expect(try news().count == 1)
    #expect(try news() == [])
  }

  @Test("A cursor counts for the order of its query, and other texts are none")
  mutating func cursors() throws {
    let id = try #require(try world.buy("coins", by: "ada")).transactionId
    let text = try #require(world.history(ofAny: id, query())).cursor.text
    #expect(RevisionCursor(text, in: .ascending)?.text == text)
    #expect(RevisionCursor(text, in: .descending) == nil)
    for other in ["", "a", "YQ", "YTE*", "eDE"] {
      #expect(RevisionCursor(other, in: .ascending) == nil)
    }
  }

  @Test("Each filter leaves out what it names")
  mutating func filters() throws {
    let plan = try #require(try world.buy("basic_weekly", by: "ada")).transactionId
    let coins = try #require(try world.buy("coins", by: "ada")).transactionId
    world.advance(by: period("P7D"))
    let renewal = try world.subscription().current.transactionId
    try world.refund(coins)
    func found(_ change: (inout HistoryQuery) -> Void) throws -> [String] {
      ids(try #require(world.history(ofAny: plan, query(change))))
    }
    let weekLater = moment("2026-01-12T10:00:00Z")
    #expect(try found { $0.start = weekLater } == [renewal])
    #expect(try found { $0.end = weekLater } == [plan, coins])
    #expect(try found { $0.products = ["coins", "none"] } == [coins])
    #expect(try found { $0.types = [.autoRenewable] } == [plan, renewal])
    #expect(try found { $0.groups = [Shop.group] } == [plan, renewal])
    #expect(try found { $0.groups = ["other"] } == [])
    #expect(try found { $0.isRevoked = true } == [coins])
    #expect(try found { $0.isRevoked = false } == [plan, renewal])
    #expect(try found { $0.ownership = .familyShared } == [])
    #expect(try found { $0.ownership = .purchased } == [plan, renewal, coins])
    try world.finish(coins)
    #expect(try found { $0.leavesOutFinishedConsumables = true }.contains(coins))
    try world.reverseRefund(of: coins)
    #expect(try found { $0.leavesOutFinishedConsumables = true } == [plan, renewal])
  }

  @Test("A customer is found by any of their ids, and others by none")
  mutating func ids() throws {
    try world.addCustomer("bob")
    try world.buy("basic_weekly", by: "ada")
    let bobs = try #require(try world.buy("coins", by: "bob"))
    world.advance(by: period("P7D"))
    let (ada, bob) = (world.customers[0], world.customers[1])
    for transaction in try world.subscription().transactions {
      #expect(world.customer(ofAny: transaction.transactionId)?.id == "ada")
    }
    #expect(world.customer(ofAny: ada.appTransactionId)?.id == "ada")
    #expect(world.customer(ofAny: bob.appTransactionId)?.id == "bob")
    #expect(world.customer(ofAny: bobs.transactionId)?.id == "bob")
    #expect(world.isAppTransaction(ada.appTransactionId))
    #expect(!world.isAppTransaction(bobs.transactionId))
    let next = try #require(UInt64(bob.appTransactionId)) + 1
    for other in [String(next), "1", "x", ""] { #expect(world.customer(ofAny: other) == nil) }
  }

  @Test("An order is found by the number on its receipt")
  mutating func orders() throws {
    let coins = try #require(try world.buy("coins", by: "ada"))
    #expect(coins.orderId.wholeMatch(of: /M[0-9A-Z]{8,12}/) != nil)
    #expect(world.record(ofOrder: coins.orderId)?.transaction == coins)
    for other in ["M1", "M", "", "X\(coins.orderId.dropFirst())", coins.transactionId] {
      #expect(world.record(ofOrder: other) == nil)
    }
  }

  @Test("What is signed later is not dated before the notification of the same purchase")
  mutating func dates() throws {
    try world.buy("pro_yearly", by: "ada")
    try world.cancel("pro_yearly", by: "ada")
    let last = try #require(world.takeNotifications().last)
    #expect(last.signedDate > world.now)
    let id = try world.state().current.transactionId
    #expect(world.record(of: id)?.signedDate == last.signedDate)
    #expect(world.statuses(ofAny: id)?.first?.record.signedDate == last.signedDate)
  }
}
