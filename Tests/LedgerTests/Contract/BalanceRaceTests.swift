import Ledger
import LedgerPostgres
import PaywallCatalog
import TestSupport
import Testing

/// Many spends of one balance at once.
@Suite("Balances in a race") struct BalanceRaceTests {
  private static let apple = CustomerName.appTransactionId("7040")

  @Test("of spends at once, exactly as many as the balance has are done", .everyLedger)
  func race() async throws {
    let ledger = ledger
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.coins("501", quantity: 3), at: 1)
    let outcomes = try await Self.spend(40, of: 10, on: [ledger])
    #expect(outcomes.count { $0.isNew } == 30)
    #expect(outcomes.count { $0 == .insufficient(balance: 0) } == 10)
    #expect(try await ledger.balances(of: Self.apple) == ["coins": 0])
  }

  @Test("of repeats at once, one spends", .everyLedger)
  func repeats() async throws {
    let ledger = ledger
    try await ledger.setCredits(Sample.credited)
    try await ledger.append("a", Sample.coins("501", quantity: 1), at: 1)
    let outcomes = try await Self.spend(20, of: 10, on: [ledger]) { _ in "order" }
    #expect(outcomes.count { $0 == .posted(balance: 90, isNew: true) } == 1)
    #expect(outcomes.count { $0 == .posted(balance: 90, isNew: false) } == 19)
  }

  @Test(
    "on four servers at once nothing is spent below zero, by either name, while purchases come",
    .enabled(if: PostgresCluster.isInstalled))
  func nodes() async throws {
    let address = try PostgresAddress.unused()
    let nodes = try (0..<4).map { _ in try PostgresLedger.open(address) }
    try await nodes[0].setCredits(Sample.credited)
    try await nodes[0].append("a", Sample.coins("501", quantity: 5), at: 1)
    try await nodes[0].link("ada", to: Self.apple, at: 1)
    async let bought: Void = {
      for number in 0..<10 {
        try await nodes[number % 4].append(
          "n\(number)", Sample.coins("60\(number)", quantity: 1), at: 2)
      }
    }()
    let outcomes = try await Self.spend(400, of: 7, on: nodes)
    try await bought
    // Coins that came too late for them are spent now: 1,500 are 214 times 7 and 2 more.
    let rest = try await Self.spend(400, of: 7, on: nodes) { "late\($0)" }
    for outcome in outcomes + rest {
      if case .insufficient(let balance) = outcome { #expect((0..<7).contains(balance)) }
    }
    #expect((outcomes + rest).count { $0.isNew } == 214)
    for node in nodes {
      #expect(try await node.balances(of: Self.apple) == ["coins": 2])
      await node.close()
    }
  }

  @Test(
    "a refund that races with spends is never lost, and is all that takes a balance below zero",
    .enabled(if: PostgresCluster.isInstalled))
  func refund() async throws {
    let address = try PostgresAddress.unused()
    let nodes = try (0..<4).map { _ in try PostgresLedger.open(address) }
    try await nodes[0].setCredits(Sample.credited)
    let fact = Sample.coins("501", quantity: 3)
    try await nodes[0].append("a", fact, at: 1)
    async let refunded = nodes[1].append("b", fact.refunded(at: 2), at: 2)
    let outcomes = try await Self.spend(60, of: 10, on: nodes)
    _ = try await refunded
    let spent = Int64(outcomes.count { $0.isNew } * 10)
    #expect(spent <= 300)
    #expect(try await nodes[2].balances(of: Self.apple) == ["coins": -spent])
    for node in nodes { await node.close() }
  }

  private static func spend(
    _ count: Int, of amount: Int64, on nodes: [any Ledger],
    id: @escaping @Sendable (Int) -> String = { "order\($0)" }
  ) async throws -> [BalanceOutcome] {
    try await atOnce(count) { number in
      let name = number.isMultiple(of: 8) && nodes.count == 4 ? .user("ada") : apple
      return try await nodes[number % nodes.count].post(
        Sample.spend(id(number), amount), to: name)
    }
  }
}

extension BalanceOutcome {
  fileprivate var isNew: Bool {
    if case .posted(_, let isNew) = self { isNew } else { false }
  }
}
