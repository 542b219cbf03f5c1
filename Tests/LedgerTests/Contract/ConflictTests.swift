import PaywallCatalog
import Testing

@testable import Ledger

@Suite struct ConflictTests {
  private static let user = Sample.recorded("ada", "trial", as: .userId, on: 2)
  private static let device = Sample.recorded("d1", "control", as: .anonymousId, on: 1)

  @Test("An exposure to another variant is told once", .everyLedger)
  func contradicts() async throws {
    try await ledger.record(Self.user)
    for id in ["2", "3", "3"] {
      var other = Sample.exposure(id, "ada", origin: .userId, contradicts: true)
      other.claimedVariant = "control"
      _ = try await ledger.record(other, at: 3)
    }
    try await ledger.record(Sample.exposure("4", "ada", "bold", origin: .userId))
    let side = ConflictEvent.Side(experiment: "price", phase: 1, unit: "ada", variant: "trial")
    var shown = side
    shown.variant = "control"
    let expected = ConflictEvent(
      cause: .contradictingExposure, own: side, other: shown, cameFirst: true, voucher: .client,
      happenedAt: Sample.day(3))
    #expect(try await ledger.conflicts(ofUnit: "ada", in: .production) == [expected])
    #expect(try await ledger.conflicts(of: .price) == [expected])
    #expect(try await ledger.conflicts(of: PhaseKey("price", 2, in: .production)) == [])
    #expect(try await ledger.conflicts(of: PhaseKey("price", 1, in: .sandbox)) == [])
    #expect(ledger.conflictCounts() == [.contradictingExposure: 1])
  }

  @Test(
    "An alias tells of two variants, whichever came first, the alias or the records",
    .everyLedger, arguments: [true, false])
  func alias(aliasFirst: Bool) async throws {
    func alias() async throws {
      try await ledger.alias("d1", to: "ada", at: 3)
    }
    if aliasFirst { try await alias() }
    try await ledger.record(Self.device, Self.user)
    if !aliasFirst { try await alias() }
    let expected = "alias d1 control before ada trial, server"
    #expect(try await ledger.events() == [expected])
    #expect(try await ledger.events(ofUnit: "ada") == [expected])
    // Between two devices the later one is in doubt, on the weaker word of both.
    try await ledger.record(Sample.recorded("d2", "bold", as: .anonymousId, on: 4))
    try await ledger.alias("d2", to: "ada", vouchedBy: .evidence, at: 5)
    #expect(try await ledger.events(ofUnit: "d2") == ["alias d2 bold after d1 control, evidence"])
    #expect(try await ledger.events().count == 2)
    #expect(ledger.conflictCounts() == [.alias: 2])
  }

  @Test("What only an app claims is told of the anonymous record, once", .everyLedger)
  func claims() async throws {
    try await ledger.record(Self.device, Self.user)
    #expect(try await ledger.claim("d1", "ada") == .new)
    #expect(try await ledger.events() == ["alias d1 control before ada trial, client"])
    for user in ["bob", "carol", "mallory"] {
      #expect(try await ledger.claim("d1", user) == .contested)
    }
    #expect(try await ledger.events(ofUnit: "bob").count == 1)
    #expect(try await ledger.events(ofUnit: "carol") == [])
    #expect(
      try await ledger.events() == [
        "alias d1 control before ada trial, client",
        "contestedAlias d1 control before bob -, client",
      ])
    #expect(
      try await ledger.counts() == [
        "control 0 units, 0 repeats, 1 conflicts, 0 held",
        "trial 1 units, 0 repeats, 0 conflicts, 0 held",
      ])
    // Somebody stronger says the same: results may rely on it.
    try await ledger.alias("d1", to: "ada", at: 9)
    #expect(try await ledger.events(ofUnit: "ada").count == 2)
  }

  @Test("A request with both ids tells of two variants and marks no record", .everyLedger)
  func login() async throws {
    let login = Sample.login(Self.user, Self.device)
    try await ledger.note(login)
    #expect(try await ledger.events() == [])
    try await ledger.record(Self.device, Self.user)
    for _ in 1...3 { try await ledger.note(login) }
    #expect(try await ledger.events() == ["login d1 control before ada trial, client"])
    #expect(
      try await ledger.counts() == [
        "control 1 units, 0 repeats, 0 conflicts, 0 held",
        "trial 1 units, 0 repeats, 0 conflicts, 0 held",
      ])
    #expect(ledger.conflictCounts() == [.login: 1])
    // A login with a proof is an event of its own.
    try await ledger.note(Sample.login(Self.user, Self.device, vouchedBy: .proof))
    #expect(try await ledger.events().count == 2)
  }

  @Test("A stranger's device tells of itself alone, whatever users it is sent with", .everyLedger)
  func attacker() async throws {
    let evil = Sample.recorded("evil", "control", as: .anonymousId, on: 1)
    _ = try await ledger.record(evil)
    for number in 1...30 {
      let victim = Sample.recorded("user-\(number)", "trial", as: .userId, on: 1)
      _ = try await ledger.record(victim)
      try await ledger.note(Sample.login(victim, evil))
    }
    #expect(try await ledger.events() == ["login evil control before user-1 trial, client"])
    #expect(try await ledger.counts().last == "trial 30 units, 0 repeats, 0 conflicts, 0 held")
    // A known user's id is no anonymous id, and an unrecorded id cannot contradict.
    let ada = Sample.recorded("ada", "control", as: .userId, on: 1)
    _ = try await ledger.record(ada)
    let bob = Sample.recorded("bob", "trial", as: .userId, on: 1)
    try await ledger.note(
      Sample.login(Sample.recorded("user-2", "trial", as: .userId, on: 1), ada),
      Sample.login(bob, evil))
    #expect(try await ledger.events().count == 1)
    #expect(try await ledger.events(ofUnit: "ada") == [])
  }

  @Test("What a stranger did under an id before its user came is none of the user's", .everyLedger)
  func beforeTheUser() async throws {
    try await ledger.record(
      Sample.exposure("1", "ada", "control"), Sample.exposure("2", "ada", "trial"))
    #expect(try await ledger.events(ofUnit: "ada").count == 1)
    try await ledger.record(Self.user)
    #expect(try await ledger.events(ofUnit: "ada") == [])
    #expect(try await ledger.counts() == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
  }

  @Test("Two experiments of a layer are a crossing of both", .everyLedger)
  func crossing() async throws {
    let other = Sample.recorded("d1", "control", as: .anonymousId, in: "badge", on: 3)
    try await ledger.record(Self.user, other)
    try await ledger.note(Sample.login(Self.user, other))
    let expected = "layerCrossing d1 control after ada trial, client"
    #expect(try await ledger.events() == [expected])
    #expect(try await ledger.events(of: "badge") == [expected])
    let event = try await ledger.conflicts(ofUnit: "d1", in: .production).first
    #expect(event?.own.experiment == "badge" && event?.other.experiment == "price")
    // An alias of the pair says nothing of layers.
    try await ledger.alias("d1", to: "ada", at: 4)
    try await ledger.note(Sample.login(Self.user, other, vouchedBy: .server))
    #expect(try await ledger.events().count == 2)
  }

  @Test("What an alias told is not told again by a login", .everyLedger)
  func aliased() async throws {
    try await ledger.record(Self.device, Self.user)
    try await ledger.alias("d1", to: "ada", at: 3)
    try await ledger.note(Sample.login(Self.user, Self.device))
    #expect(try await ledger.events() == ["alias d1 control before ada trial, server"])
  }

  @Test("Forgetting a person forgets their conflicts", .everyLedger)
  func forgets() async throws {
    try await ledger.record(Self.device, Self.user)
    try await ledger.note(Sample.login(Self.user, Self.device))
    #expect(try await ledger.forget(.user("ada"), in: .sandbox, at: 9) == 0)
    #expect(try await ledger.events().count == 1)
    try await ledger.forget(.user("ada"), at: 9)
    #expect(try await ledger.events() == [])
    // The record of the device stays: on an app's word it could be anybody's.
    #expect(try await ledger.variants(of: "d1") == ["d1 control"])
  }
}
