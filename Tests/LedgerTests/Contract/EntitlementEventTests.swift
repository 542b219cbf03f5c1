import AppStore
import Ledger
import LedgerPostgres
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// `entitlement.changed`: the entitlements of a customer, before and after. Day 0 is 2026-01-05, a
/// period has 30 days.
@Suite("Events of entitlements") struct EntitlementEventTests {
  private static let first = Sample.fact("100", signed: 1)
  private static let renewed = Sample.fact(
    "101", chain: "100", signed: 30.5, reason: .renewal, bought: 31)

  @Test(
    "a purchase, a renewal, a refund and its reversal tell the state before and after",
    .everyLedger)
  func facts() async throws {
    try await ledger.follow()
    var reversed = Self.renewed
    reversed.signedDate = Sample.day(42)
    func append() async throws {
      try await ledger.append("a", Self.first, at: 1)
      try await ledger.append("b", Sample.copy(of: Self.first, "100", signed: 2), at: 2)
      try await ledger.append("c", Self.renewed, at: 30.5)
      try await ledger.append("d", Sample.refund(of: Self.renewed, at: 40), at: 40.1)
      try await ledger.append("e", reversed, at: 42.1)
    }
    try await append()
    let told = [
      "purchase 100: none -> pro 2026-02-05", "purchase 101: pro 2026-02-05 -> pro 2026-03-07",
      "revocation 101: pro 2026-03-07 -> none",
      "revocationReversed 101: none -> pro 2026-03-07",
    ]
    #expect(try await ledger.told() == told)
    // By: printf '10:production/28:entitlement.changed/purchase/11:transaction/3:100/3:100/0:' |
    // sha256sum | head -c 32
    #expect(try await ledger.webhooks().first?.id == "evt_9a85798b1d4cd4bf4ec44ffecc81d1d0")
    try await append()
    #expect(try await ledger.told() == told)
  }

  @Test(
    "a ledger that hears of it by history, and one that erased it, give the same id",
    arguments: LedgerKind.allCases)
  func again(kind: LedgerKind) async throws {
    let ids = try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.first, at: 1)
      let ids = try await ledger.webhooks().map(\.id)
      try await ledger.forget(.appTransactionId("7040"), at: 1.1)
      #expect(try await ledger.webhooks() == [])
      // No event of the person waits for the timer.
      #expect(try await ledger.tellDue(at: 40) == [])
      return ids
    }
    #expect(ids.count == 1)
    try await kind.withLedger { ledger in
      try await ledger.follow()
      for _ in 0..<2 {
        _ = try await ledger.store(
          FetchedFacts(
            environment: .production, id: "100", transactions: [Sample.transaction(Self.first)]),
          at: Sample.day(1.5))
      }
      #expect(try await ledger.webhooks().map(\.id) == ids)
    }
  }

  @Test(
    "a grace period begins and ends by time, and a renewal after it is told",
    arguments: LedgerKind.allCases)
  func grace(kind: LedgerKind) async throws {
    var failed = Sample.renewalFact("100", signed: 30.9)
    failed.isInBillingRetry = true
    failed.gracePeriodExpiresDate = Sample.day(47)
    try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.first, at: 1)
      try await ledger.append("b", Self.first, failed, at: 30.9)
      #expect(try await ledger.tellDue(at: 30.9) == ["purchase 100: none -> pro 2026-02-05"])
      #expect(
        try await ledger.tellDue(at: 31).last
          == "time 100: pro 2026-02-05 -> pro 2026-02-21 in grace")
      #expect(try await ledger.tellDue(at: 46.9).count == 2)
      #expect(try await ledger.tellDue(at: 47).last == "time 100: pro 2026-02-21 in grace -> none")
      try await ledger.append(
        "c", Sample.fact("101", chain: "100", signed: 48, reason: .renewal), at: 48)
      #expect(try await ledger.told().last == "purchase 101: none -> pro 2026-03-24")
      #expect(try await ledger.told().count == 4)
    }
    // The failure becomes known after the end.
    try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.first, at: 1)
      #expect(try await ledger.tellDue(at: 31).last == "time 100: pro 2026-02-05 -> none")
      failed.signedDate = Sample.day(31.1)
      try await ledger.append("b", Self.first, failed, at: 31.1)
      #expect(try await ledger.told().last == "gracePeriod 100: none -> pro 2026-02-21 in grace")
    }
  }

  @Test("a family member has the entitlement, without a purchase, until sharing ends", .everyLedger)
  func family() async throws {
    try await ledger.follow(WebhookEventType.allCases)
    let shared = Sample.purchase("100", customer: "7050", bought: 1, ownership: .familyShared)
    try await ledger.append("a", shared, at: 1)
    try await ledger.append(
      "b", Sample.refund(of: shared, at: 5, reason: nil, type: .familyRevoke), at: 5)
    #expect(
      try await ledger.told() == [
        "purchase 100: none -> pro 2026-02-05", "revocation 100: pro 2026-02-05 -> none",
      ])
    #expect(
      try await ledger.webhooks().allSatisfy {
        $0.type == "entitlement.changed" && $0.data.contains(#""appTransactionId":"7050""#)
      })
  }

  @Test("a pass ends by time, and before what comes after its end", arguments: LedgerKind.allCases)
  func pass(kind: LedgerKind) async throws {
    let begun = "purchase 500: none -> pass 2026-01-13"
    try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.pass("500"), at: 1)
      #expect(try await ledger.tellDue(at: 7.9) == [begun])
      let ended = [begun, "time 500: pass 2026-01-13 -> none"]
      #expect(try await ledger.tellDue(at: 8) == ended)
      #expect(try await ledger.tellDue(at: 9) == ended)
    }
    try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.pass("500"), at: 1)
      try await ledger.append("b", Sample.fact("100", signed: 8.5), at: 8.5)
      #expect(
        try await ledger.told() == [
          begun, "time 500: pass 2026-01-13 -> none", "purchase 100: none -> pro 2026-02-12",
        ])
      #expect(try await ledger.webhooks().map(\.at) == [1, 8, 8.5].map { Sample.day($0) })
    }
  }

  @Test(
    "a renewal that comes before anybody looked at the end of the period is no end",
    arguments: LedgerKind.allCases)
  func renewedAtTheEnd(kind: LedgerKind) async throws {
    let renewed = Sample.fact("101", chain: "100", signed: 31, reason: .renewal, bought: 31)
    let begun = "purchase 100: none -> pro 2026-02-05"
    for day in [31, 31.9] {
      try await kind.withLedger { ledger in
        try await ledger.follow()
        try await ledger.append("a", Self.first, at: 1)
        try await ledger.append("b", renewed, at: day)
        #expect(
          try await ledger.tellDue(at: day)
            == [begun, "purchase 101: pro 2026-02-05 -> pro 2026-03-07"])
      }
    }
    try await kind.withLedger { ledger in
      try await ledger.follow()
      try await ledger.append("a", Self.first, at: 1)
      let ended = [begun, "time 100: pro 2026-02-05 -> none"]
      #expect(try await ledger.tellDue(at: 31) == ended)
      try await ledger.append("b", renewed, at: 31.9)
      #expect(try await ledger.told() == ended + ["purchase 101: none -> pro 2026-03-07"])
    }
  }

  @Test(
    "customers from before the endpoint are told what changes, and what products newly give",
    .everyLedger)
  func configuration() async throws {
    for number in 0..<3 {
      try await ledger.append(
        "\(number)", Sample.fact("10\(number)", customer: "704\(number)", signed: 1), at: 1)
    }
    try await ledger.follow(at: 2)
    #expect(try await ledger.tellDue(at: 2) == [])
    try await ledger.follow(giving: ["pro", "plus"], at: 3)
    #expect(
      try await ledger.tellDue(at: 3)
        == (0..<3).map {
          "configuration 10\($0): pro 2026-02-05 -> plus 2026-02-05, pro 2026-02-05"
        })
    let told = try await ledger.tellDue(at: 31)
    #expect(
      told.count == 6
        && Array(told.suffix(3))
          == (0..<3).map { "time 10\($0): plus 2026-02-05, pro 2026-02-05 -> none" }
    )
  }

  @Test(
    "an import is told to endpoints that take history, and the next event begins with it",
    .everyLedger)
  func imported() async throws {
    try await ledger.setWebhooks(
      [Sample.endpoint(), Sample.endpoint("all", history: true)], selling: Sample.products(),
      at: Sample.day(0))
    _ = try await ledger.append(
      Evidence(transactions: [Sample.transaction(Self.first)]), user: nil, at: Sample.day(1),
      isHistory: true)
    #expect(try await ledger.told(of: "backend") == [])
    #expect(try await ledger.changes(of: "all").map(\.isHistorical) == [true])
    try await ledger.append("a", Self.renewed, at: 30.5)
    #expect(
      try await ledger.told(of: "backend")
        == ["purchase 101: pro 2026-02-05 -> pro 2026-03-07"])
  }

  @Test(
    "a purchase that gets its customer's name is told to that customer once",
    arguments: LedgerKind.allCases)
  func named(kind: LedgerKind) async throws {
    let unnamed = Sample.fact("100", customer: nil, signed: 1)
    var named = Self.first
    named.signedDate = Sample.day(2)
    // The name is new, or that of a customer who is there.
    for others in [[], [Sample.coins("501", customer: "7040", bought: 1)]] {
      try await kind.withLedger { ledger in
        try await ledger.follow()
        for other in others { try await ledger.append("o", other, at: 1) }
        try await ledger.append("a", unnamed, at: 1)
        try await ledger.append("b", named, at: 2)
        try await ledger.append("c", named, at: 2)
        #expect(
          try await ledger.told()
            == ["purchase 100: none -> pro 2026-02-05"]
            + others.map { _ in "transaction 100: none -> pro 2026-02-05" })
        #expect(try await ledger.tellDue(at: 31).last == "time 100: pro 2026-02-05 -> none")
      }
    }
  }

  @Test("of two nodes one tells what time has changed", .enabled(if: PostgresCluster.isInstalled))
  func nodes() async throws {
    let address = try PostgresAddress.unused()
    let nodes = [try PostgresLedger.open(address), try PostgresLedger.open(address)]
    try await nodes[0].follow()
    for number in 0..<40 {
      try await nodes[number % 2].append(
        "\(number)", Self.pass("\(500 + number)", customer: "\(7000 + number)"), at: 1)
    }
    let claim = JobClaim(job: EntitlementState.job, holder: "one", until: Sample.day(9))
    _ = try await nodes[0].claim(claim, at: Sample.day(8))
    #expect(try await !nodes[1].tellDue("two", at: 8))
    #expect(try await nodes[1].webhooks().count == 40)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (node, holder) in zip(nodes, ["one", "two"]) {
        group.addTask { while try await node.tellDue(holder, at: 9) {} }
      }
      try await group.waitForAll()
    }
    while try await nodes[0].tellDue("one", at: 10) {}
    let events = try await nodes[0].changes()
    #expect(events.count(where: { $0.cause == "time" }) == 40)
    #expect(Set(events.map(\.id)).count == 80)
    for node in nodes { await node.close() }
  }

  /// A pass for a week, bought on day 1.
  private static func pass(_ id: String, customer: String = "7040") -> TransactionFact {
    var fact = Sample.coins(id, customer: customer, bought: 1)
    fact.type = OpenEnum(.nonRenewing)
    fact.productId = "pass_week"
    return fact
  }
}
