import AppStore
import Ledger
import PaywallCatalog
import Testing

@Suite struct IdOriginTests {
  private func alias(
    _ id: String, _ user: String = "mallory", in ledger: any Ledger
  ) async throws -> AliasOutcome {
    try await ledger.alias(id, to: user, at: 1)
  }

  @Test(
    "Only an id that was never sent but as an anonymous one can be joined",
    .everyLedger,
    arguments: [
      ([.anonymousId], .new), ([.anonymousId, .anonymousId], .new), ([.userId], .taken),
      ([nil], .unknownKind), ([nil, .anonymousId], .unknownKind),
      ([.anonymousId, .userId], .taken), ([.userId, .anonymousId], .taken),
      ([.anonymousId, nil], .new),
    ] as [([IdOrigin?], AliasOutcome)])
  func claims(vector: ([IdOrigin?], AliasOutcome)) async throws {
    for (number, origin) in vector.0.enumerated() {
      try await ledger.record(Sample.exposure("\(number)", "id", origin: origin))
    }
    #expect(try await alias("id", in: ledger) == vector.1)
    try await ledger.record(Sample.exposure("m", "mallory", "control", origin: .userId))
    let conflicts = vector.1 == .new ? 1 : 0
    let counts = try await ledger.exposureCounts(of: .price)
    #expect(counts.map(\.conflicts) == [conflicts, conflicts])
    try await ledger.forget(.user("mallory"), at: 2)
    #expect(try await ledger.variants(of: "id") == (vector.1 == .new ? [] : ["id trial"]))
  }

  @Test("An alias whose id is sent as a user's after it is one no more", .everyLedger)
  func turnsOut() async throws {
    #expect(try await alias("ada", in: ledger) == .new)
    #expect(
      try await ledger.record(
        Sample.exposure("1", "mallory", "control", origin: .userId),
        Sample.exposure("1", "ada", origin: .userId))
        == [.recorded, .recorded])
    #expect(try await ledger.variants(of: "mallory") == ["mallory control"])
    #expect(try await ledger.variants(of: "ada") == ["ada trial"])
  }

  @Test("A grant tells it as well", .everyLedger)
  func grants() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 0)
    try await ledger.record(Sample.exposure("1", "seen"))
    let origins: [(String, IdOrigin?)] = [
      ("user", .userId), ("device", .anonymousId), ("unknown", nil), ("seen", .userId),
    ]
    for (number, (unit, origin)) in origins.enumerated() {
      let outcomes = try await ledger.grant(
        [
          Sample.request(
            Sample.offer("offer\(number)"), nonce: number + 1,
            assignment: Sample.assignment(unit, kind: .visitor), origin: origin)
        ], at: 1)
      #expect(outcomes.first?.grant != nil)
    }
    for (unit, outcome) in [
      ("user", AliasOutcome.taken), ("device", .new), ("unknown", .unknownKind), ("seen", .taken),
    ] { #expect(try await alias(unit, in: ledger) == outcome, "\(unit)") }
  }
}
