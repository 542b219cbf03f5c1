import PaywallCatalog
import Ledger
import PaywallSubscribers
import TestSupport
import Testing

@Suite struct DailyCountTests {
  @Test("A batch that is sent again adds nothing", .everyLedger)
  func once() async throws {
    let key = Sample.counted()
    let first = Sample.batch(1, [key: 5])
    #expect(try await ledger.add(first, at: Sample.day(1)) == .new)
    #expect(try await ledger.add(first, at: Sample.day(1)) == .already)
    #expect(try await ledger.add(Sample.batch(2, [key: 3]), at: Sample.day(1)) == .new)
    #expect(try await ledger.add(first, at: Sample.day(1)) == .already)
    #expect(try await ledger.add(Sample.batch(1, [key: 2], run: 2), at: Sample.day(1)) == .new)
    #expect(
      try await ledger.dailyCounts(of: "price", in: .production) == [DailyCount(key, 10)])
  }

  @Test("Whatever is counted comes back as it was, sorted", .everyLedger)
  func kept() async throws {
    let keys = [
      Sample.counted(day: 9999, variant: nil, placement: nil),
      Sample.counted(day: 20_000, version: "3.10"), Sample.counted(.servedKept, phase: 0),
      Sample.counted(.claimed("recorded"), platform: CountedDevice.unknown),
      Sample.counted(variant: "42", placement: "7"),
    ]
    let others = [
      Sample.counted(environment: .sandbox), Sample.counted(experiment: "order"),
    ]
    let counts = Dictionary(uniqueKeysWithValues: zip(keys + others, 1...))
    _ = try await ledger.add(Sample.batch(1, counts), at: Sample.day(1))
    let found = try await ledger.dailyCounts(of: "price", in: .production)
    #expect(found == found.sorted())
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.count) })
        == counts.filter { keys.contains($0.key) })
    #expect(try await ledger.dailyCounts(of: "price", in: .sandbox).map(\.count) == [6])
    #expect(try await ledger.dailyCounts(of: "nothing", in: .production) == [])
  }

  @Test(
    "A day has 64 versions of an app; invented ones beyond count as other, and none is lost",
    .everyLedger)
  func versions() async throws {
    for round in 0..<3 {
      var counts: [DailyCount.Key: Int] = [
        Sample.counted(version: CountedDevice.unknown): 1, Sample.counted(day: 20_001): 1,
      ]
      for number in 0..<100 { counts[Sample.counted(version: "\(round).\(number)")] = 2 }
      _ = try await ledger.add(
        Sample.batch(Int64(round + 1), counts), at: Sample.day(Double(round)))
    }
    let found = try await ledger.dailyCounts(of: "price", in: .production)
      .filter { $0.key.day == 20_000 }
    #expect(found.reduce(0) { $0 + $1.count } == 603)
    #expect(Set(found.map(\.key.device.appVersion)).count == 66)
    let other = try await ledger.counted { $0.device.appVersion }[CountedDevice.other]
    #expect(other == 600 - 64 * 2)
    #expect(try await ledger.counted { "\($0.day)" }["20001"] == 3)
  }

  @Test("Of too many new versions the most frequent count", .everyLedger)
  func frequent() async throws {
    var counts = [Sample.counted(version: "9.9"): 50, Sample.counted(version: "9.8"): 2]
    for number in 0..<100 { counts[Sample.counted(version: "0.\(number)")] = 1 }
    _ = try await ledger.add(Sample.batch(1, counts), at: Sample.day(1))
    let found = try await ledger.counted { $0.device.appVersion }
    #expect([found["9.9"], found["9.8"], found[CountedDevice.other]] == [50, 2, 38])
  }

  @Test("Both ledgers count alike", arguments: 0..<rounds(3, all: 20))
  func alike(seed: Int) async throws {
    let memory = try await LedgerKind.memory.withLedger { try await Self.script(seed, $0) }
    let sqlite = try await LedgerKind.sqlite.withLedger { try await Self.script(seed, $0) }
    #expect(memory == sqlite)
  }

  private static func script(_ seed: Int, _ ledger: any Ledger) async throws -> [String] {
    var random = SplitMix(state: UInt64(seed))
    var answers: [String] = []
    for _ in 0..<rounds(60, all: 400) {
      var counts: [DailyCount.Key: Int] = [:]
      for _ in 0..<random.below(8) {
        let key = Sample.counted(
          [.served, .servedWinner, .claimed("recorded")][random.below(3)],
          day: 20_000 + random.below(3), version: "\(random.below(90)).0",
          variant: [nil, "control", "trial"][random.below(3)], phase: random.below(3),
          environment: [.production, .xcode][random.below(2)])
        counts[key] = 1 + random.below(5)
      }
      let batch = Sample.batch(Int64(random.below(20)), counts, run: random.below(4))
      let now = Sample.day(Double(random.below(100)))
      answers.append("\(try await ledger.add(batch, at: now))")
    }
    for environment in AppStoreEnvironment.allCases {
      answers.append("\(try await ledger.dailyCounts(of: "price", in: environment))")
    }
    return answers
  }
}
