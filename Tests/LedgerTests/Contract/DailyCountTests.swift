import Ledger
import PaywallCatalog
import TestSupport
import Testing

@Suite struct DailyCountTests {
  @Test("A batch that is sent again adds nothing", .everyLedger)
  func once() async throws {
    let key = Sample.counted()
    let first = Sample.batch(1, [key: 5])
    #expect(try await ledger.add(first, at: 1) == .new)
    #expect(try await ledger.add(first, at: 1) == .already)
    #expect(try await ledger.add(Sample.batch(2, [key: 3]), at: 1) == .new)
    #expect(try await ledger.add(first, at: 1) == .already)
    #expect(try await ledger.add(Sample.batch(1, [key: 2], run: 2), at: 1) == .new)
    #expect(try await ledger.dailyCounts(of: "price", in: .production) == [DailyCount(key, 10)])
  }

  @Test("Whatever is counted comes back as it was, sorted", .everyLedger)
  func kept() async throws {
    let keys = [
      Sample.counted(day: 9999, variant: nil, placement: nil),
      Sample.counted(day: 20_000, version: "3.10"), Sample.counted(.servedKept, phase: 0),
      Sample.counted(.claimed("recorded"), platform: CountedDevice.unknown),
      Sample.counted(variant: "42", placement: "7"),
    ]
    let others = [Sample.counted(environment: .sandbox), Sample.counted(experiment: "order")]
    let counts = Dictionary(uniqueKeysWithValues: zip(keys + others, 1...))
    try await ledger.add(Sample.batch(1, counts), at: 1)
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
      try await ledger.add(Sample.batch(Int64(round + 1), counts), at: Double(round))
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
    try await ledger.add(Sample.batch(1, counts), at: 1)
    let found = try await ledger.counted { $0.device.appVersion }
    #expect([found["9.9"], found["9.8"], found[CountedDevice.other]] == [50, 2, 38])
  }
}
