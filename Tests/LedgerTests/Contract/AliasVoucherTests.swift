import AppStore
import PaywallCatalog
import Testing

@testable import Ledger

@Suite struct AliasVoucherTests {
  private static let strong = AliasVoucher.allCases.filter(\.isStrong)

  private static func user(
    _ id: String, _ unit: String, _ variant: String = "trial"
  ) -> Exposure {
    Sample.exposure(id, unit, variant, origin: .userId)
  }

  @Test(
    "What only an app calls a user's counts in requests with both ids, and elsewhere once somebody vouches",
    .everyLedger, arguments: strong)
  func reach(voucher: AliasVoucher) async throws {
    try await ledger.record(Sample.exposure("1", "d1"))
    #expect(try await ledger.claim("d1", "ada") == .new)
    #expect(try await ledger.claim("d1", "ada") == .already)
    #expect(try await ledger.found(user: "ada") == [])
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.found(user: "ada", anonymous: "d1") == ["d1 trial"])
    #expect(try await ledger.found(user: "ada", anonymous: "d2") == [])

    func vouch(_ voucher: AliasVoucher) async throws -> AliasOutcome {
      try await ledger.alias("d1", to: "ada", vouchedBy: voucher, at: 2)
    }
    #expect(try await vouch(voucher) == .new)
    #expect(try await vouch(voucher) == .already)
    #expect(try await vouch(.client) == .already)
    #expect(ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.found(user: "ada") == ["d1 trial"])
    #expect(try await ledger.found(user: "ada", anonymous: "d2") == ["d1 trial"])
  }

  @Test("An alias is known by either of its ids, whoever vouches", .everyLedger)
  func eitherId() async throws {
    #expect(try await ledger.claim("d1", "ada") == .new)
    for (id, isThere) in [("ada", true), ("d1", true), ("d2", false)] {
      #expect(try await ledger.hasAlias(id, in: .production) == isThere)
      #expect(try await ledger.isRecorded(id, in: .production) == isThere)
      #expect(try await !ledger.hasAlias(id, in: .sandbox))
    }
    try await ledger.forget(.user("ada"), at: 2)
    #expect(try await !ledger.isRecorded("ada", in: .production))
  }

  /// Every order of the exposures of a user and a device, and of the claim.
  static let orders: [[String]] = [
    ["ada trial", "d1 control", "d1=ada"], ["d1 control", "d1=ada", "ada trial"],
    ["d1=ada", "d1 control", "ada trial"], ["d1=ada", "ada trial", "d1 control"],
    ["ada trial", "d1=ada", "d1 control"],
  ]

  @Test(
    "An app's word marks the anonymous row and no other, in any order",
    .everyLedger, arguments: orders)
  func marks(steps: [String]) async throws {
    for step in steps {
      let words = step.split(separator: " ").map(String.init)
      if words.count == 1 {
        #expect(try await ledger.claim("d1", "ada") == .new)
      } else {
        let origin = words[0] == "ada" ? IdOrigin.userId : .anonymousId
        let outcomes = try await ledger.record(
          Sample.exposure(step, words[0], words[1], origin: origin))
        let isTorn = words[0] == "d1" && step == steps.last && steps.first != step
        #expect(outcomes == [isTorn ? .conflict : .recorded], "\(step)")
      }
    }
    let counts = try await ledger.exposureCounts(of: .price)
    #expect(
      counts == [
        ExposureCounts(variant: "control", conflicts: 1, contested: 1),
        ExposureCounts(variant: "trial", units: 1),
      ])
    // A claim that is believed finds the person who has seen two.
    #expect(try await ledger.alias("d1", to: "ada", at: 2) == .new)
    #expect(
      try await ledger.exposureCounts(of: .price) == [
        ExposureCounts(variant: "control", conflicts: 1, contested: 1),
        ExposureCounts(variant: "trial", conflicts: 1),
      ])
  }

  @Test("Nobody marks the known users of a variant by claiming them", .everyLedger)
  func crowd() async throws {
    for number in 0..<50 { try await ledger.record(Self.user("1", "user-\(number)")) }
    for number in 0..<50 {
      let evil = "evil-\(number)"
      try await ledger.record(Sample.exposure("1", evil, "control"))
      #expect(try await ledger.claim(evil, "user-\(number)") == .new)
      #expect(try await ledger.claim("user-\(number)", "mallory") == .taken)
      #expect(try await ledger.found(user: "user-\(number)") == ["user-\(number) trial"])
    }
    let counts = try await ledger.exposureCounts(of: .price)
    #expect(
      counts == [
        ExposureCounts(variant: "control", conflicts: 50, contested: 50),
        ExposureCounts(variant: "trial", units: 50),
      ])
  }

  @Test("Two users' claims of one id are no second variant; who vouches has it", .everyLedger)
  func contest() async throws {
    try await ledger.record(
      Sample.exposure("1", "d1"), Self.user("1", "ada"), Self.user("1", "bob"))
    #expect(try await ledger.claim("d1", "ada") == .new)
    #expect(try await ledger.claim("d1", "bob") == .contested)
    let counted = [ExposureCounts(variant: "trial", units: 3)]
    #expect(try await ledger.exposureCounts(of: .price) == counted)
    func alias(_ user: String, _ voucher: AliasVoucher) async throws -> AliasOutcome {
      try await ledger.alias("d1", to: user, vouchedBy: voucher, at: 2)
    }
    #expect(try await alias("bob", .proof) == .new)
    #expect(try await ledger.found(user: "bob") == ["bob trial", "d1 trial"])
    #expect(try await ledger.found(user: "ada") == ["ada trial"])
    #expect(try await ledger.claim("d1", "ada") == .taken)
    #expect(try await alias("ada", .evidence) == .taken)
    #expect(try await alias("ada", .server) == .contested)
    #expect(try await ledger.exposureCounts(of: .price) == counted)
    // No erasure takes the records of a contested id, unless a server vouches.
    try await ledger.forget(.user("bob"), at: 3)
    #expect(try await ledger.found(anonymous: "d1") == ["d1 trial"])
  }

  @Test(
    "An app's claim on an anonymous id holds up nobody who is vouched for",
    .everyLedger, arguments: [AliasVoucher.evidence, .proof, .server])
  func claimedFirst(voucher: AliasVoucher) async throws {
    try await ledger.record(Sample.exposure("1", "device"))
    #expect(try await ledger.claim("x", "device") == .new)
    #expect(try await ledger.alias("device", to: "ada", vouchedBy: voucher, at: 2) == .new)
    #expect(try await ledger.found(user: "ada") == ["device trial"])
  }

  @Test("A known user is nobody's anonymous id", .everyLedger)
  func misnamed() async throws {
    try await ledger.record(Self.user("1", "ada"))
    let before = try await ledger.exposureCounts(of: .price)
    #expect(
      try await ledger.record(
        Sample.exposure("2", "ada"), Sample.exposure("3", "ada", "control"),
        Sample.exposure("4", "ada", contradicts: true))
        == [.knownUser, .knownUser, .knownUser])
    #expect(try await ledger.exposureCounts(of: .price) == before)
    #expect(try await ledger.found(anonymous: "ada") == [])
    #expect(try await ledger.found(user: "mallory", anonymous: "ada") == [])
    // A refused exposure is not noted: the user's own exposure of that name counts.
    #expect(try await ledger.record(Self.user("2", "ada")) == [.repeated])
  }

  @Test("What an anonymous visitor did under a user's id is not the user's", .everyLedger)
  func squatted() async throws {
    try await ledger.record(Sample.exposure("1", "ada", "control", isHeldOut: true))
    #expect(try await ledger.claim("ada", "mallory") == .new)
    #expect(try await ledger.claim("ada", "eve") == .contested)
    #expect(try await ledger.found(user: "ada") == [])
    #expect(try await ledger.found(anonymous: "ada") == ["ada control"])
    #expect(try await ledger.record(Self.user("1", "ada"), at: 2) == [.recorded])
    #expect(try await ledger.found(user: "ada") == ["ada trial"])
    #expect(try await ledger.found(user: "mallory", anonymous: "ada") == [])
    #expect(
      try await ledger.exposureCounts(of: .price)
        == [ExposureCounts(variant: "trial", units: 1)])
    #expect(try await ledger.claim("ada", "mallory") == .taken)
  }

  @Test("Naming a user as an anonymous id blocks none of its aliases", .everyLedger)
  func named() async throws {
    try await ledger.record(Sample.exposure("1", "d1"), Sample.exposure("1", "d2"))
    #expect(try await ledger.claim("ada", "mallory") == .new)
    #expect(try await ledger.claim("d1", "ada") == .new)
    #expect(try await ledger.claim("ada", "mallory") == .taken)
    // The same holds once the user is known, by an exposure of its own.
    #expect(try await ledger.claim("bob", "mallory") == .new)
    try await ledger.record(Self.user("1", "bob"))
    #expect(try await ledger.alias("d2", to: "bob", at: 2) == .new)
    #expect(try await ledger.found(user: "bob") == ["bob trial", "d2 trial"])
    #expect(try await ledger.found(user: "mallory") == [])
  }

  @Test("Junk fills nobody's places", .everyLedger)
  func places() async throws {
    for number in 10..<74 { #expect(try await ledger.claim("junk-\(number)", "ada") == .new) }
    #expect(try await ledger.claim("empty", "ada") == .taken)
    try await ledger.record(Sample.exposure("1", "d1"), Sample.exposure("1", "junk-10"))
    #expect(try await ledger.claim("d1", "ada") == .new)
    // The oldest alias without records gave way.
    #expect(try await ledger.claim("junk-10", "ada") == .already)
    #expect(try await ledger.claim("junk-11", "ada") == .taken)
    #expect(try await ledger.claim("junk-12", "ada") == .already)

    // If all of them have records an app finds no place, but a stronger voucher does.
    for number in 12..<74 { try await ledger.record(Sample.exposure("1", "junk-\(number)")) }
    try await ledger.record(Sample.exposure("1", "d2"))
    #expect(try await ledger.claim("d2", "ada") == .taken)
    func vouch(_ id: String) async throws -> AliasOutcome {
      try await ledger.alias(id, to: "ada", vouchedBy: .proof, at: 2)
    }
    #expect(try await vouch("d2") == .new)
    #expect(try await ledger.claim("junk-10", "ada") == .taken)
    #expect(try await ledger.found(user: "ada") == ["d2 trial"])
    for number in 100..<163 { #expect(try await vouch("own-\(number)") == .new) }
    #expect(try await vouch("own-163") == .taken)
    #expect(try await ledger.claim("d1", "ada") == .taken)
    // An empty alias gives way as well if somebody vouches for all of them.
    #expect(try await vouch("d1") == .new)
    #expect(try await ledger.found(user: "ada") == ["d1 trial", "d2 trial"])
  }

  @Test("Erasing a person takes nothing that only an app called theirs", .everyLedger)
  func erasing() async throws {
    try await ledger.record(
      Sample.exposure("1", "visitor"), Sample.exposure("1", "of-bob"),
      Sample.exposure("1", "own"), Self.user("1", "bob"), Self.user("1", "mallory"))
    try await ledger.alias("of-bob", to: "bob", at: 1)
    for id in ["visitor", "of-bob", "bob"] { _ = try await ledger.claim(id, "mallory") }
    try await ledger.alias("own", to: "mallory", at: 1)
    try await ledger.forget(.user("mallory"), at: 2)
    #expect(try await ledger.found(user: "mallory", anonymous: "own") == [])
    #expect(try await ledger.found(anonymous: "visitor") == ["visitor trial"])
    #expect(try await ledger.found(user: "bob") == ["bob trial", "of-bob trial"])
    // And nothing ties the visitor to the erased one.
    #expect(try await ledger.claim("visitor", "eve") == .new)
  }

  @Test("An alias lapses when its id becomes a known user", .everyLedger)
  func lapses() async throws {
    try await ledger.record(Sample.exposure("1", "d1"))
    try await ledger.alias("eve", to: "mallory", at: 1)
    try await ledger.record(Self.user("1", "eve"))
    #expect(try await ledger.found(user: "mallory") == [])
    #expect(try await ledger.found(user: "eve") == ["eve trial"])
    #expect(try await ledger.alias("d1", to: "eve", at: 2) == .new)
    #expect(try await ledger.found(user: "eve") == ["d1 trial", "eve trial"])
    #expect(try await ledger.alias("eve", to: "mallory", at: 2) == .taken)
  }

  @Test("A grant under a user's id from an anonymous visitor is recorded of nobody")
  func grants() async throws {
    try await LedgerKind.memory.withLedger { ledger async throws in
      try await ledger.record(Self.user("1", "ada"))
      try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 0)
      let outcomes = try await ledger.grant(
        [
          Sample.request(
            Sample.offer(), nonce: 1,
            assignment: Sample.assignment("ada", kind: .visitor, phase: 2), origin: .anonymousId)
        ], at: 1)
      #expect(outcomes.first?.grant != nil)
      #expect(try await ledger.found(user: "ada") == ["ada trial"])
    }
  }
}
