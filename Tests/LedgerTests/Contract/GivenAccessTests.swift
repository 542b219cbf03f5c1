import AppStore
import Ledger
import LedgerPostgres
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Access that was not bought in the App Store: who has it, and until when.
@Suite("Given access") struct GivenAccessTests {
  private static let ada = CustomerName.user("ada")
  private static let apple = CustomerName.appTransactionId("7040")

  @Test(
    "a repeat changes nothing, a later end extends, and an earlier one does not shorten",
    .everyLedger)
  func again() async throws {
    func give(until days: Double, at now: Double) async throws -> String {
      try await ledger.give(Sample.access("a", until: days, at: now), to: Self.ada).word
    }
    #expect(try await give(until: 10, at: 1) == "new")
    #expect(try await give(until: 10, at: 2) == "same")
    #expect(try await give(until: 9, at: 3) == "same")
    #expect(try await ledger.access(user: "ada") == ["a until 2026-01-15"])
    #expect(try await give(until: 12, at: 4) == "new")
    #expect(try await ledger.access(user: "ada") == ["a until 2026-01-17"])
    // Another product for the same time is another purchase of the same id.
    let other = Sample.access("a", of: .product("pro_yearly"), until: 12, at: 5)
    #expect(try await ledger.give(other, to: Self.ada).word == "new")
    #expect(try await ledger.give(other, to: Self.ada).word == "same")
  }

  @Test("an id of a source is one person's record, and another source has its own", .everyLedger)
  func taken() async throws {
    let access = Sample.access("sub_1", from: .stripe, until: 10, at: 1)
    #expect(try await ledger.give(access, to: Self.ada).word == "new")
    #expect(try await ledger.give(access, to: .user("bob")) == .taken)
    #expect(try await ledger.revoke("sub_1", from: .stripe, of: .user("bob"), at: 2) == nil)
    #expect(try await ledger.revoke("sub_1", of: Self.ada, at: 2) == nil)
    #expect(try await ledger.access(user: "bob") == [])
    let play = Sample.access("sub_1", from: .play, until: 10, at: 1)
    #expect(try await ledger.give(play, to: .user("bob")).word == "new")
    #expect(try await ledger.give(access, to: .user("bob"), in: .sandbox).word == "new")
  }

  @Test(
    "revoked access has ended, a repeat does not bring it back, and a later end does", .everyLedger)
  func revoked() async throws {
    let access = Sample.access("a", until: 10, at: 1)
    try await ledger.give(access, to: Self.ada)
    #expect(try await ledger.revoke("a", of: Self.ada, at: 4)?.access.end == Sample.day(4))
    #expect(try await ledger.give(access, to: Self.ada).word == "same")
    #expect(try await ledger.revoke("a", of: Self.ada, at: 5)?.access.end == Sample.day(4))
    #expect(try await ledger.give(Sample.access("a", until: 11, at: 6), to: Self.ada).word == "new")
    #expect(try await ledger.access(user: "ada") == ["a until 2026-01-16"])
    // Access that has ended is not revoked.
    #expect(try await ledger.revoke("a", of: Self.ada, at: 11)?.access.revokedAt == nil)
  }

  @Test("the row of a user's access is no customer of Apple", .everyLedger)
  func rows() async throws {
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: Self.ada)
    let name = CustomerName.appTransactionId("user:ada")
    let identity = CustomerName.identity(CustomerIdentity(appTransactionId: "user:ada"))
    for name in [name, identity] {
      #expect(try await ledger.histories(of: name, in: .production).isEmpty)
      #expect(try await ledger.access(to: name) == [])
      #expect(try await ledger.revoke("a", of: name, at: 2) == nil)
      #expect(try await ledger.forget(name, at: 2) == 0)
    }
    #expect(
      try await ledger.give(Sample.access("b", until: 10, at: 1), to: name) == .unknownCustomer)
    #expect(try await ledger.access(user: "ada") == ["a until 2026-01-15"])
  }

  @Test("a customer of Apple must be known, and one", .everyLedger)
  func customers() async throws {
    let access = Sample.access("a", until: 10, at: 1)
    #expect(try await ledger.give(access, to: Self.apple) == .unknownCustomer)
    try await ledger.append(Evidence(appTransaction: Sample.app("7040")), at: 1)
    #expect(try await ledger.give(access, to: Self.apple).word == "new")
    #expect(try await ledger.access(to: Self.apple) == ["a until 2026-01-15"])
    // A linked user's own access is none of the customer's, and the other way round.
    try await ledger.link("ada", to: Self.apple, at: 1)
    try await ledger.give(Sample.access("b", until: 11, at: 1), to: Self.ada)
    #expect(try await ledger.access(to: Self.apple) == ["a until 2026-01-15"])
    #expect(try await ledger.access(user: "ada") == ["b until 2026-01-16"])
    #expect(
      try await ledger.access(to: Self.ada, user: "ada")
        == ["a until 2026-01-15", "b until 2026-01-16"])
  }

  @Test("access of a user id is no link, makes nobody known, and moves with no alias", .everyLedger)
  func noLink() async throws {
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: .user("device"))
    #expect(try await ledger.histories(of: .user("device"), in: .production).isEmpty)
    #expect(try await ledger.alias("device", to: "ada", at: 2).isJoined)
    #expect(try await ledger.access(to: .user("ada"), user: "ada") == [])
    #expect(try await ledger.access(user: "device") == ["a until 2026-01-15"])
    #expect(try await ledger.access(user: "Device") == [])
  }

  @Test("of many requests at once, exactly as many as the limit give access", .everyLedger)
  func race() async throws {
    let ledger = ledger
    let words = try await atOnce(20) { number in
      try await ledger.give(
        Sample.access("\(number)", until: 10, at: 1), to: .user("u\(number)"), atMost: 7
      ).word
    }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect(words == ["new": 7, "limitReached": 13])
    #expect(try await ledger.givenAccess(limit: 100).count == 7)
  }

  @Test("a limit counts a key's records by hand of a UTC day, each once", .everyLedger)
  func limit() async throws {
    func give(
      _ id: String, from source: GivenAccess.Source = .manual, by giver: String = "support",
      until days: Double = 10, at now: Double
    ) async throws -> String {
      try await ledger.give(
        Sample.access(id, from: source, by: giver, until: days, at: now), to: Self.ada, atMost: 2
      ).word
    }
    #expect(try await give("a", at: 1) == "new")
    #expect(try await give("b", at: 1.9) == "new")
    #expect(try await give("c", at: 1.99) == "limitReached")
    // A repeat, and more time for a record of the day, take no other place.
    #expect(try await give("b", at: 1.99) == "same")
    #expect(try await give("b", until: 11, at: 1.99) == "new")
    #expect(try await give("s", from: .stripe, at: 1.99) == "new")
    #expect(try await give("c", by: "backend", at: 1.99) == "new")
    #expect(try await give("d", at: 2) == "new")
    // More time for a record of another day is one of today's.
    #expect(try await give("a", until: 12, at: 2) == "new")
    #expect(try await give("e", at: 2.5) == "limitReached")
  }

  @Test(
    "of requests at once on several servers, exactly as many as the limit give access",
    .enabled(if: PostgresCluster.isInstalled))
  func nodes() async throws {
    let address = try PostgresAddress.unused()
    let nodes = [try PostgresLedger.open(address), try PostgresLedger.open(address)]
    let words = try await atOnce(30) { number in
      try await nodes[number % 2].give(
        Sample.access("\(number)", until: 10, at: 1), to: .user("u\(number)"), atMost: 5
      ).word
    }
    #expect(words.count { $0 == "new" } == 5)
    for node in nodes { await node.close() }
  }

  @Test("access is erased with the person, and a user without purchases is one", .everyLedger)
  func erased() async throws {
    try await ledger.follow()
    try await ledger.append("n", Sample.fact("100", signed: 1), at: 1)
    try await ledger.link("ada", to: Self.apple, at: 1)
    try await ledger.give(Sample.access("a", until: 10, at: 1), to: Self.apple)
    try await ledger.give(Sample.access("b", until: 10, at: 1), to: Self.ada)
    try await ledger.give(Sample.access("c", until: 10, at: 1), to: .user("eve"))
    #expect(try await ledger.isRecorded("eve", in: .production))
    #expect(try await ledger.forget(.user("eve"), at: 2) == 0)
    #expect(try await !ledger.isRecorded("eve", in: .production))
    #expect(try await ledger.access(user: "eve") == [])
    #expect(try await ledger.webhooks().count(where: { $0.data.contains("eve") }) == 0)
    // The purchases' customer, whose user has no other.
    #expect(try await ledger.forget(Self.apple, at: 2) == 1)
    #expect(try await ledger.givenAccess(limit: 9) == [])
    #expect(try await ledger.webhooks() == [])
    #expect(try await ledger.tellDue(at: 20) == [])
  }

  @Test("access of a customer without a name moves to the named one", .everyLedger)
  func named() async throws {
    try await ledger.follow()
    try await ledger.append("a", Sample.fact("100", customer: nil, signed: 1), at: 1)
    try await ledger.append(Evidence(appTransaction: Sample.app("7040")), at: 1)
    try await ledger.give(
      Sample.access("a", until: 60, at: 1.5), to: .originalTransactionId("100"))
    try await ledger.append("b", Sample.fact("100", signed: 2), at: 2)
    #expect(try await ledger.access(to: Self.apple) == ["a until 2026-03-06"])
    #expect(try await ledger.due(at: 3).count == 1)
    #expect(try await ledger.tellDue(at: 60).last == "time a: pro 2026-03-06 -> none")
  }
}
