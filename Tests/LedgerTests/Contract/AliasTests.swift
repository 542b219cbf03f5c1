import AppStore
import Ledger
import PaywallCatalog
import Testing

@Suite struct AliasTests {
  @Test("The first alias of an anonymous id wins", .everyLedger)
  func first() async throws {
    func alias(
      _ id: String, _ user: String, _ environment: AppStoreEnvironment = .production
    ) async throws -> AliasOutcome {
      try await ledger.alias(id, to: user, in: environment, at: 1)
    }
    #expect(try await alias("d1", "ada") == .new)
    #expect(try await alias("d1", "ada") == .already)
    #expect(try await alias("d1", "bob") == .contested)
    #expect(try await alias("d1", "bob", .sandbox) == .new)
    #expect(try await alias("d2", "ada") == .new)
    #expect(try await alias("ada", "ada") == .already)
    #expect(try await alias("zo\u{EB}", "zoe\u{308}") == .new)
    #expect(try await alias("ada", "adam") == .taken)
    for user in ["ada", "bob", "d1"] {
      #expect(!ledger.mayHaveAssignments(of: user))
    }
  }

  @Test("A user has the records of the anonymous ids, before and after the alias", .everyLedger)
  func finds() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    try await ledger.record(Sample.exposure("e", "d1"))
    for device in ["d1", "d2", "d3"] {
      #expect(ledger.mayHaveAssignments(of: "ada") == (device != "d1"))
      try await ledger.alias(device, to: "ada", at: 1)
    }
    #expect(try await ledger.variants(of: "ada") == ["d1 trial"])
    #expect(try await ledger.variants(of: "ada", in: .sandbox) == [])
    #expect(!ledger.mayHaveAssignments(of: "ada", in: .sandbox))
    #expect(try await ledger.variants(of: "d2") == [])

    // Later aliases, by an exposure and by a grant.
    try await ledger.alias("e1", to: "eve", at: 1)
    #expect(!ledger.mayHaveAssignments(of: "eve"))
    try await ledger.record(Sample.exposure("f", "e1", phase: 2))
    #expect(ledger.mayHaveAssignments(of: "eve"))
    #expect(try await ledger.variants(of: "eve") == ["e1 trial"])
    try await ledger.alias("f1", to: "fay", at: 1)
    try await ledger.grant(
      [Sample.request(Sample.offer(), nonce: 1, assignment: Sample.assignment("f1"))],
      at: 1)
    #expect(ledger.mayHaveAssignments(of: "fay"))
    #expect(try await ledger.variants(of: "fay", "f1", "ada") == ["d1 trial", "f1 trial"])
  }

  /// Every order of two exposures and the aliases that join them.
  static let orders: [([String], Int)] = [
    (["ada trial", "d1 control", "d1=ada"], 2), (["ada trial", "d1=ada", "d1 control"], 2),
    (["d1=ada", "d1 control", "ada trial"], 2), (["ada trial", "d1=ada", "d1 trial"], 0),
    (["d1 trial", "d2 control", "d1=ada", "d2=ada"], 2),
    (["d1=ada", "d2=ada", "d2 control", "d1 trial"], 2),
    (["d1 trial", "d2 control", "d1=ada", "d2=bob"], 0),
    (["d1=ada", "d1 trial", "d2=ada", "d2 trial", "ada control"], 3),
    (["d1 trial", "ada=boss", "boss control", "d1=ada"], 0),
  ]

  @Test(
    "Who has seen two variants under two ids is a conflict under both",
    .everyLedger, arguments: orders)
  func conflicts(steps: ([String], Int)) async throws {
    for step in steps.0 {
      let ids = step.split(separator: "=").map(String.init)
      if ids.count == 2 {
        try await ledger.alias(ids[0], to: ids[1], at: 1)
      } else {
        let words = step.split(separator: " ").map(String.init)
        let isUser = ["ada", "bob", "boss"].contains(words[0])
        try await ledger.record(
          Sample.exposure(step, words[0], words[1], origin: isUser ? .userId : .anonymousId))
      }
    }
    let counts = try await ledger.exposureCounts(of: .price)
    #expect(counts.map(\.conflicts).reduce(0, +) == steps.1)
    let exposed = steps.0.count { !$0.contains("=") }
    #expect(counts.map(\.units).reduce(0, +) == exposed - steps.1)
  }

  @Test("Of two phases, or two environments, there is no conflict", .everyLedger)
  func apart() async throws {
    try await ledger.record(Sample.exposure("1", "ada", "control", origin: .userId))
    try await ledger.record(Sample.exposure("1", "d1", phase: 2))
    try await ledger.record(Sample.exposure("1", "d1"), in: .sandbox)
    for environment in [AppStoreEnvironment.production, .sandbox] {
      try await ledger.alias("d1", to: "ada", in: environment, at: 1)
    }
    #expect(try await ledger.counts() == ["control 1 units, 0 repeats, 0 conflicts, 0 held"])
    #expect(try await ledger.counts(phase: 2) == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
    #expect(
      try await ledger.counts(in: .sandbox) == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
  }

  @Test("No id is both a user's and an alias", .everyLedger)
  func chains() async throws {
    func alias(_ id: String, _ user: String) async throws -> AliasOutcome {
      try await ledger.alias(id, to: user, at: 1)
    }
    try await ledger.record(Sample.exposure("1", "a"))
    #expect(try await alias("a", "b") == .new)
    #expect(try await alias("b", "c") == .taken)
    #expect(try await alias("c", "a") == .taken)
    #expect(try await alias("b", "a") == .taken)
    for (id, found) in [("a", true), ("b", true), ("c", false)] {
      #expect(ledger.mayHaveAssignments(of: id) == found)
      #expect(try await ledger.variants(of: id) == (found ? ["a trial"] : []))
    }
  }

  @Test("Nobody gets at a user by calling its id anonymous", .everyLedger)
  func victims() async throws {
    func alias(_ id: String, _ user: String = "mallory") async throws -> AliasOutcome {
      try await ledger.alias(id, to: user, at: 1)
    }
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 0)
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 0)
    try await ledger.record(
      Sample.exposure("1", "drawn", kind: .userId),
      Sample.exposure("1", "ada", origin: .userId),
      Sample.exposure("1", "joined", origin: .userId),
      Sample.exposure("1", "mallory", "control", origin: .userId))
    try await ledger.alias("d1", to: "joined", at: 1)
    for victim in ["drawn", "ada", "joined"] { #expect(try await alias(victim) == .taken) }
    #expect(
      try await ledger.counts() == [
        "control 1 units, 0 repeats, 0 conflicts, 0 held",
        "trial 3 units, 0 repeats, 0 conflicts, 0 held",
      ])
    try await ledger.forget(.user("mallory"), at: 2)
    #expect(
      try await ledger.variants(of: "drawn", "ada", "joined", "mallory")
        == ["ada trial", "drawn trial", "joined trial"])
  }

  @Test("An alias that turns out to be a user outlives the other", .everyLedger)
  func turnsOut() async throws {
    for id in ["eve", "d1"] {
      #expect(try await ledger.alias(id, to: "mallory", at: 1) == .new)
    }
    try await ledger.record(Sample.exposure("1", "eve", kind: .userId), Sample.exposure("1", "d1"))
    try await ledger.forget(.user("mallory"), at: 2)
    #expect(try await ledger.variants(of: "eve", "d1", "mallory") == ["eve trial"])
    #expect(try await ledger.alias("d2", to: "eve", at: 3) == .new)
  }

  @Test(
    "Aliases that became known as users by a link, a token or a draw are left out, others stay",
    .everyLedger)
  func becameUsers() async throws {
    let token = Sample.uuid(7)
    let ids = ["d1", "17", "linked", token.uppercased(), "drawn", "zo\u{EB}"]
    for id in ids {
      #expect(try await ledger.alias(id, to: "ada", at: 1) == .new)
      try await ledger.record(Sample.exposure("1", id))
    }
    #expect(try await ledger.variants(of: "ada").count == 6)
    try await ledger.append(Sample.notification("n", Sample.fact("100", token: token)), at: 2)
    try await ledger.link("linked", to: .appTransactionId("7040"), at: 2)
    try await ledger.record(Sample.exposure("2", "drawn", kind: .userId))
    #expect(try await ledger.variants(of: "ada") == ["17 trial", "d1 trial", "zo\u{EB} trial"])
    #expect(try await ledger.variants(of: "ada", in: .sandbox) == [])
  }

  @Test("A user has 64 anonymous ids at the most", .everyLedger)
  func bounded() async throws {
    for number in 100..<170 {
      try await ledger.record(Sample.exposure("1", "d\(number)"))
      #expect(
        try await ledger.alias("d\(number)", to: "ada", at: 1)
          == (number < 164 ? .new : .taken))
    }
    #expect(try await ledger.variants(of: "ada") == (100..<164).map { "d\($0) trial" })
    #expect(try await ledger.variants(of: "d169") == ["d169 trial"])
    #expect(try await ledger.alias("d100", to: "ada", at: 2) == .already)
    #expect(try await ledger.alias("d169", to: "bob", at: 2) == .new)
  }

  @Test("Forgetting a user forgets the anonymous ids", .everyLedger)
  func forgets() async throws {
    for (id, user) in [("d1", "ada"), ("d2", "ada"), ("d0", "d1"), ("d3", "bob")] {
      try await ledger.alias(id, to: user, at: 1)
      try await ledger.alias(id, to: user, in: .sandbox, at: 1)
    }
    for id in ["ada", "d0", "d1", "d2", "d3", "bob"] {
      let origin: IdOrigin = ["ada", "bob"].contains(id) ? .userId : .anonymousId
      try await ledger.record(Sample.exposure("1", id, origin: origin))
      try await ledger.record(Sample.exposure("1", id, origin: origin), in: .sandbox)
    }
    #expect(try await ledger.forget(.user("ada"), at: 2) == 0)
    #expect(
      try await ledger.variants(of: "ada", "d0", "d1", "d2", "d3", "bob")
        == ["bob trial", "d0 trial", "d3 trial"])
    #expect(try await ledger.variants(of: "ada", in: .sandbox).count == 3)
    #expect(try await ledger.counts() == ["trial 3 units, 0 repeats, 0 conflicts, 0 held"])
    // A late repeat brings no erased visitor back.
    #expect(try await ledger.record(Sample.exposure("1", "d1")) == [.already])
    #expect(try await ledger.variants(of: "d1") == [])
    #expect(try await ledger.alias("d1", to: "eve", at: 3) == .new)
    #expect(try await ledger.alias("d3", to: "eve", at: 3) == .contested)
    #expect(try await ledger.frozenTerms().count == 1)
  }

  @Test(
    "A user who is a UUID is forgotten in both letter cases, whichever name is given",
    .everyLedger, arguments: [0, 1, 2])
  func forgetsSpellings(name: Int) async throws {
    let token = "5a1e3f0c-1f2b-4c3d-8e9f-0a1b2c3d4e5f"
    let names: [CustomerName] = [
      .appTransactionId("7040"), .user(token), .user(token.uppercased()),
    ]
    try await ForgetTests.fill(ledger)
    try await ledger.link(token, to: .appTransactionId("7040"), at: 0)
    for (number, unit) in [token, token.uppercased(), "stranger"].enumerated() {
      try await ledger.record(Sample.exposure("\(number)", unit, origin: .userId))
    }
    try await ledger.forget(names[name], at: 2)
    #expect(try await ledger.variants(of: token) == [])
    #expect(try await ledger.variants(of: token.uppercased()) == [])
    #expect(try await ledger.variants(of: "stranger").count == 1)
  }

  @Test("Forgetting a customer forgets the anonymous ids of the linked users", .everyLedger)
  func forgetsCustomer() async throws {
    try await ForgetTests.fill(ledger)
    try await ledger.alias("d1", to: "ada", at: 1)
    try await ledger.record(Sample.exposure("1", "d1"))
    #expect(try await ledger.forget(.appTransactionId("7040"), at: 2) == 1)
    #expect(try await ledger.variants(of: "ada", "d1") == [])
    #expect(try await ledger.alias("d1", to: "bob", at: 3) == .new)
  }
}
