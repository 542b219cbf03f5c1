import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// `entitlement.changed` of several facts of one purchase chain.
@Suite("Order of events of entitlements") struct EntitlementOrderTests {
  private static let first = Sample.fact("100", signed: 1)
  private static let renewed = Sample.fact(
    "101", chain: "100", signed: 30.5, reason: .renewal, bought: 31)
  private static let upgrade = Sample.fact(
    "102", chain: "100", signed: 33, product: "com.example.pro.yearly")

  @Test(
    "in whatever order facts come, the last state and the ids are the same, and no state is left out",
    arguments: LedgerKind.allCases)
  func order(kind: LedgerKind) async throws {
    let facts = [Self.first, Self.renewed, Self.upgrade]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var ids: [String: Set<String>] = [:]
    for order in orders {
      try await kind.withLedger { ledger in
        try await ledger.follow(history: true)
        for index in order { try await ledger.append("n\(index)", facts[index], at: 35) }
        let changes = try await ledger.changes()
        #expect(changes.first?.before == "none" && changes.last?.after == "pro 2026-03-09")
        for (change, next) in zip(changes, changes.dropFirst()) {
          #expect(change.after == next.before)
        }
        for change in changes {
          ids["\(change.cause) \(change.transaction)", default: []].insert(change.id)
        }
      }
    }
    #expect(ids.keys.sorted() == ["purchase 101", "purchase 102"])
    #expect(ids.values.allSatisfy { $0.count == 1 })
  }

  @Test("purchases that come in one call are told one after the other", .everyLedger)
  func together() async throws {
    try await ledger.follow(history: true)
    let facts = [Self.first, Self.renewed, Self.upgrade].map { Sample.transaction($0) }
    try await ledger.append(Evidence(transactions: facts), at: 35)
    #expect(
      try await ledger.told() == [
        "purchase 101: none -> pro 2026-03-07", "purchase 102: pro 2026-03-07 -> pro 2026-03-09",
      ])
  }

  @Test(
    "a customer who comes in the place of one that was joined begins with nothing", .everyLedger)
  func joined() async throws {
    try await ledger.follow()
    // Apple names the customer of the second purchase only in a later copy.
    let facts = [
      Sample.fact("100", signed: 1), Sample.fact("200", customer: nil, signed: 1.1),
      Sample.fact("200", signed: 1.2, bought: 1.1), Sample.fact("300", customer: nil, signed: 1.3),
    ]
    let claim = JobClaim(job: "j", holder: "h", until: Sample.day(2))
    _ = try await ledger.replay(
      zip("abcd", facts).map { Sample.notification("\($0)", $1) }, JobProgress(claim, "p"),
      at: Sample.day(1.5))
    #expect(try await ledger.told().last == "purchase 300: none -> pro 2026-02-05")
  }
}
