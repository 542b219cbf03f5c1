import AppStore
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerSQLite
@testable import LedgerStorage

@Suite struct AssignmentCacheTests {
  /// Ids of three people, in two spellings where an account token could meet them.
  private static let ids = ["ada", "d1", "d2", "AAAA-11", "aaaa-11", "bob"]
  private static let questions =
    ids.flatMap { [VisitorIdentity(userId: $0), VisitorIdentity(anonymousId: $0)] } + [
      VisitorIdentity(userId: "ada", anonymousId: "d1"),
      VisitorIdentity(userId: "bob", anonymousId: "AAAA-11"),
    ]

  private struct Answers {
    var told: [String] = []
    /// The number of answers that came from the cache.
    var cached = 0
  }

  @Test(
    "What is remembered is what would be read, whatever was written",
    arguments: 0..<rounds(4, all: 12))
  func alike(seed: Int) async throws {
    let memory = try await LedgerKind.memory.withLedger { try await Self.script(seed, $0) }
    let sqlite = try await LedgerKind.sqlite.withLedger { try await Self.script(seed, $0) }
    #expect(memory.told == sqlite.told)
    // Each step asks everything twice, so that at least the second could be remembered.
    #expect(sqlite.cached > sqlite.told.count / 2)
    #expect(sqlite.told.contains { $0.contains("trial") })
  }

  private static func script(_ seed: Int, _ ledger: any Ledger) async throws -> Answers {
    var random = SplitMix(state: UInt64(seed))
    func id() -> String { ids[Int.random(in: 0..<ids.count, using: &random)] }
    var answers = Answers()
    for step in 0..<100 {
      let now = Sample.day(Double(step))
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<6:
        let origin = [IdOrigin.anonymousId, .anonymousId, .userId].randomElement(using: &random)
        let variant = ["control", "trial"][Int.random(in: 0..<2, using: &random)]
        _ = try await ledger.record(
          [
            Sample.exposure(
              "\(step)", id(), variant, phase: Int.random(in: 1...2, using: &random),
              origin: origin)
          ], in: .production, at: now)
      case 6..<10:
        let voucher = AliasVoucher.allCases[Int.random(in: 0..<4, using: &random)]
        _ = try await ledger.alias(id(), to: id(), vouchedBy: voucher, in: .production, at: now)
      case 10:
        _ = try await ledger.append(
          Sample.notification(
            "n\(step)", Sample.fact("\(step)", customer: "c\(step)", token: "aaaa-11")), at: now)
      case 11:
        let evidence = try Evidence(
          transactions: [Sample.transaction(Sample.fact("\(step)", customer: "c\(step)"))])
        _ = try await ledger.append(evidence, user: id(), at: now)
      case 12:
        _ = try await ledger.link(id(), to: .user(id()), in: .production, at: now)
      case 13..<15:
        let request = Sample.request(
          Sample.offer(), customer: nil, nonce: step,
          assignment: Sample.assignment(id(), kind: .visitor), origin: .anonymousId)
        _ = try await ledger.grant([request], at: now)
      default: _ = try await ledger.forget(.user(id()), in: .production, at: now)
      }
      for key in questions + questions {
        if ledger.cachedAssignments(of: key, in: .production) != nil {
          answers.cached += 1
        }
        let found = try await ledger.assignments(of: key, in: .production)
        answers.told.append("\(step) \(key) \(found)")
      }
    }
    return answers
  }

  @Test("An erasure by another process is noticed", .inFolder)
  func otherProcess() async throws {
    let ledger = try openFile()
    try await ledger.record(Sample.exposure("1", "ada"))
    let ada = VisitorIdentity(anonymousId: "ada")
    func ask() -> [RecordedAssignment]? {
      ledger.cachedAssignments(of: ada, in: .production)
    }
    while ask() == nil { _ = try await ledger.assignments(of: ada, in: .production) }
    let command = try openFile()
    try await command.forget(.user("ada"), at: 2)
    await command.close()
    await until { ask() == nil }
    #expect(try await ledger.variants(of: "ada") == [])
  }

  @Test("What was read before a change, and comes after it, is not kept")
  func overtaken() {
    let cache = Self.trusting()
    let key = AssignmentCache.Key(VisitorIdentity(userId: "ada"), in: .production)
    let found = FoundAssignments(assignments: [Sample.assignment("d1")], dependsOn: ["ada", "D1"])
    let version = cache.lastVersion
    cache.invalidate(Self.changes("bob"))
    cache.store(found, for: key, readAfter: version)
    #expect(cache.assignments(for: key, at: Self.start) == found.assignments)

    for id in ["ada", "d1"] {
      let version = cache.lastVersion
      cache.invalidate(Self.changes(id))
      #expect(cache.assignments(for: key, at: Self.start) == nil)
      cache.store(found, for: key, readAfter: version)
      #expect(cache.assignments(for: key, at: Self.start) == nil)
      cache.store(found, for: key, readAfter: cache.lastVersion)
      #expect(cache.assignments(for: key, at: Self.start) != nil)
    }
    let sandbox = AssignmentCache.Key(VisitorIdentity(userId: "ada"), in: .sandbox)
    #expect(cache.assignments(for: sandbox, at: Self.start) == nil)
  }

  @Test("The memory is bounded, and keeps what is asked again and again")
  func bounded() {
    let cache = Self.trusting()
    func key(_ number: Int) -> AssignmentCache.Key {
      AssignmentCache.Key(VisitorIdentity(anonymousId: "visitor-\(number)"), in: .production)
    }
    func isKept(_ number: Int) -> Bool {
      cache.assignments(for: key(number), at: Self.start) != nil
    }
    // Each entry has a kilobyte, so all of them need three times the limit.
    let long = String(repeating: "x", count: 1024)
    for number in 0..<48_000 {
      let found = FoundAssignments(
        assignments: [Sample.assignment("visitor-\(number)", variant: long)], dependsOn: ["a"])
      cache.store(found, for: key(number), readAfter: cache.lastVersion)
      #expect(isKept(0))
    }
    let kept = (0..<48_000).count(where: isKept)
    #expect((4_000...16_384).contains(kept))

    let huge = FoundAssignments(
      assignments: (0..<100).map { Sample.assignment("\($0)", variant: long) }, dependsOn: ["b"])
    cache.store(huge, for: key(-1), readAfter: cache.lastVersion)
    #expect(!isKept(-1))
  }

  @Test("Nothing is trusted for long without looking out for other processes")
  func monitor() {
    var monitor = ExternalWriteMonitor()
    func begins(_ seconds: Double) -> Bool {
      monitor.beginsCheck(at: Self.start + .seconds(seconds))
    }
    func saw(_ version: Int?, _ seconds: Double) -> Bool {
      monitor.endCheck(version, at: Self.start + .seconds(seconds))
    }
    func isTrusted(_ seconds: Double) -> Bool {
      monitor.isTrusted(at: Self.start + .seconds(seconds))
    }
    #expect(!isTrusted(0))
    #expect(begins(0))
    #expect(!begins(0), "one look at a time")
    #expect(saw(7, 0), "what was read before the first look may be old")
    #expect(isTrusted(4.9))
    #expect(!isTrusted(5))
    #expect(!begins(0.9))
    #expect(begins(1))
    #expect(!saw(7, 1))
    #expect(begins(2))
    #expect(!saw(nil, 2), "no answer is no word about others")
    #expect(!begins(2.9), "nor is the ledger asked at once again")
    #expect(isTrusted(5.9))
    #expect(!isTrusted(6))
    #expect(begins(3))
    #expect(saw(8, 3))
  }

  private static let start = ContinuousClock.now

  /// Returns a cache that assumes no other process.
  private static func trusting() -> AssignmentCache {
    let cache = AssignmentCache()
    cache.endCheck(1, at: start)
    return cache
  }

  private static func changes(_ id: String) -> ChangedIds {
    var changes = ChangedIds()
    changes.insert(id)
    return changes
  }
}
