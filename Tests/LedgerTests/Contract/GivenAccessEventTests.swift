import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import Testing

/// `entitlement.changed` for access that was not bought in the App Store.
@Suite("Events of given access") struct GivenAccessEventTests {
  @Test(
    "access is told when it is given, extended, revoked and given again, and at its end",
    .everyLedger)
  func told() async throws {
    let ada = CustomerName.user("ada")
    try await ledger.follow()
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: ada)
    try await ledger.give(Sample.access("a", until: 10, at: 2), to: ada)
    try await ledger.give(Sample.access("a", until: 12, at: 3), to: ada)
    try await ledger.revoke("a", of: ada, at: 4)
    try await ledger.revoke("a", of: ada, at: 5)
    try await ledger.give(Sample.access("a", until: 20, at: 6), to: ada)
    var told = [
      "access a: none -> pro 2026-01-15", "access a: pro 2026-01-15 -> pro 2026-01-17",
      "accessRevoked a: pro 2026-01-17 -> none", "access a: none -> pro 2026-01-25",
    ]
    #expect(try await ledger.tellDue(at: 19.99999) == told)
    told.append("time a: pro 2026-01-25 -> none")
    #expect(try await ledger.tellDue(at: 20) == told)
    #expect(try await ledger.tellDue(at: 30) == told)
    let events = try await ledger.webhooks()
    #expect(events.map(\.at) == [1, 3, 4, 6, 20].map { Sample.day($0) })
    #expect(Set(events.map(\.id)).count == 5)
    for part in [
      #""userId":"ada""#, #""source":"manual""#, #""entitlement":"pro""#,
      #""after":[{"name":"pro","expiresAt":"2026-01-15T00:00:00Z","inGracePeriod":false,"source":"manual"}]"#,
    ] {
      #expect(events.first?.data.contains(part) == true, "\(part)")
    }
    // Each waits for the one before: they are one person's.
    for number in 0..<5 {
      let due = try await ledger.due(at: 31)
      #expect(due.map(\.id) == [events[number].id])
      #expect(
        try await ledger.settle([WebhookOutcome(due[0].number, .delivered)], at: 31))
    }
  }

  @Test("beside a purchase the longer one counts, and both are told in one order", .everyLedger)
  func beside() async throws {
    let customer = CustomerName.appTransactionId("7040")
    try await ledger.follow()
    try await ledger.append(Evidence(appTransaction: Sample.app("7040")), at: 0)
    try await ledger.give(
      Sample.access("sub_1", of: .product("pass_week"), from: .play, until: 5, at: 0), to: customer)
    try await ledger.give(Sample.access("a", until: 40, at: 0.5), to: customer)
    try await ledger.append("n", Sample.fact("100", signed: 1), at: 1)
    try await ledger.revoke("a", of: customer, at: 2)
    // A later look would tell it as history.
    #expect(try await ledger.tellDue(at: 5).count == 4)
    #expect(
      try await ledger.tellDue(at: 31) == [
        "access sub_1: none -> pass 2026-01-10",
        "access a: pass 2026-01-10 -> pass 2026-01-10, pro 2026-02-14",
        "accessRevoked a: pass 2026-01-10, pro 2026-02-14 -> pass 2026-01-10, pro 2026-02-05",
        "time sub_1: pass 2026-01-10, pro 2026-02-05 -> pro 2026-02-05",
        "time 100: pro 2026-02-05 -> none",
      ])
    // The purchase changes nothing that the customer may use.
    #expect(try await ledger.due(at: 32).count == 1)
    let events = try await ledger.webhooks()
    #expect(events.allSatisfy { $0.data.contains(#""appTransactionId":"7040""#) })
    #expect(events.first?.data.contains(#""productId":"pass_week""#) == true)
  }

  @Test("access that is given for longer twice in one moment is told twice", .everyLedger)
  func twice() async throws {
    try await ledger.follow()
    for day in [10.0, 12, 14] {
      try await ledger.give(Sample.access("a", until: day, at: 1), to: .user("ada"))
    }
    #expect(
      try await ledger.tellDue(at: 1) == [
        "access a: none -> pro 2026-01-15",
        "access a: pro 2026-01-15 -> pro 2026-01-17",
        "access a: pro 2026-01-17 -> pro 2026-01-19",
      ])
  }

  @Test("access from before the endpoint is told when it ends", .everyLedger)
  func earlier() async throws {
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: .user("ada"))
    try await ledger.follow(at: 2)
    #expect(try await ledger.tellDue(at: 3) == [])
    #expect(try await ledger.tellDue(at: 10) == ["time a: pro 2026-01-15 -> none"])
  }

  @Test("test traffic is told as such, and to endpoints that ask for it", .everyLedger)
  func environments() async throws {
    try await ledger.follow()
    try await ledger.give(
      Sample.access("a", until: 10, at: 1), to: .user("ada"), in: .sandbox)
    #expect(try await ledger.tellDue(at: 11) == [])
  }
}
