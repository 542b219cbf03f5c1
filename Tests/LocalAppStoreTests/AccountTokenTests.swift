import LocalAppStore
import PaywallCatalog
import Testing

/// The account that the app names, on each transaction of its own.
struct AccountTokenTests {
  private var world: World

  init() throws { world = try Shop.world() }

  private let first = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
  private let second = "5f1c0b9e-7f0a-4a53-9d6f-0f5b1f0a7c11"

  private func tokens(_ world: World) throws -> [String?] {
    try world.subscription().transactions.map(\.appAccountToken)
  }

  @Test("A purchase names the account, renewals keep it, and old periods keep theirs")
  mutating func inherited() throws {
    try world.buy("pro_yearly", by: "ada", PurchaseOptions(appAccountToken: first.uppercased()))
    world.advance(by: period("P1Y"))
    #expect(try tokens(world) == [first, first])
    try world.buy("max_monthly", by: "ada", PurchaseOptions(appAccountToken: second))
    #expect(try tokens(world) == [first, first, second])
    // An upgrade that names none keeps that of the period before.
    try world.buy("max_same", by: "ada")
    #expect(try tokens(world) == [first, first, second, second])
  }

  @Test("A change that waits names its account for the renewal, not for the present period")
  mutating func downgrade() throws {
    try world.buy("max_monthly", by: "ada", PurchaseOptions(appAccountToken: first))
    try world.buy("basic_monthly", by: "ada", PurchaseOptions(appAccountToken: second))
    #expect(try tokens(world) == [first])
    #expect(try world.state().renewal.appAccountToken == second)
    world.advance(by: period("P1M"))
    #expect(try tokens(world) == [first, second])
  }

  @Test("A token that is set later counts for the current period and those after it")
  mutating func set() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    world.advance(by: period("P1Y"))
    try world.setAccountToken(second.uppercased(), of: bought.transactionId)
    #expect(try tokens(world) == [nil, second])
    #expect(world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW 1"])
    world.advance(by: period("P1Y"))
    #expect(try tokens(world) == [nil, second, second])
    #expect(try world.state().renewal.appAccountToken == second)

    let coins = try #require(
      try world.buy("coins", by: "ada", PurchaseOptions(appAccountToken: first)))
    try world.setAccountToken(second, of: coins.transactionId)
    #expect(world.purchases[0].transaction.appAccountToken == second)
  }

  @Test("Only the original id and a UUID are taken")
  mutating func refused() throws {
    let bought = try #require(try world.buy("pro_yearly", by: "ada"))
    world.advance(by: period("P1Y"))
    let renewal = try world.state().current.transactionId
    #expect(
      throws: StoreRefusal.notOriginalTransaction(renewal, original: bought.transactionId)
    ) { try world.setAccountToken(first, of: renewal) }
    #expect(throws: StoreRefusal.invalidAccountToken("ada")) {
      try world.setAccountToken("ada", of: bought.transactionId)
    }
    #expect(throws: StoreRefusal.unknownTransaction("1")) {
      try world.setAccountToken(first, of: "1")
    }
    #expect(try tokens(world) == [nil, nil])
  }
}
