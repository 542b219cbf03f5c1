import AppStore
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger

@Suite struct ErasedCellTests {
  private static func cells(_ ledger: any Ledger) async throws -> [ErasedCell] {
    try await ledger.erasedCells(of: .price)
  }

  private static func totals(_ ledger: any Ledger) async throws -> [ExposureCounts] {
    try await ledger.totalExposureCounts(of: .price)
  }

  @Test(
    "Erasing changes no total; a cell that never had 10 persons is part of `other`", .everyLedger)
  func folds() async throws {
    // 12 with `trial` and 9 with `control` on day 1, one more with `trial` on day 2.
    for number in 0..<12 {
      try await ledger.record(Sample.exposure("1", "t\(number)", at: 1))
    }
    for number in 0..<9 {
      try await ledger.record(Sample.exposure("1", "c\(number)", "control", at: 1))
    }
    try await ledger.record(Sample.exposure("1", "late", at: 2), at: 2)
    let before = try await Self.totals(ledger)
    #expect(before.map(\.units) == [9, 13])
    for unit in ["t0", "t1", "c0", "late", "t2"] {
      try await ledger.forget(.user(unit), at: 3)
      #expect(try await Self.totals(ledger) == before)
    }
    let cells = try await Self.cells(ledger)
    let day = Int(Sample.day(1).milliseconds / Timestamp.day)
    #expect(cells.map(\.key.variant) == ["control", "trial", "trial"])
    #expect(
      cells.map(\.key.group)
        == [nil, nil, ErasedCell.Group(day: day, dimensions: Sample.unknownCell)])
    #expect(cells.map(\.counts.units) == [1, 1, 3])
    #expect(try await ledger.counts().first == "control 8 units, 0 repeats, 0 conflicts, 0 held")
    #expect(try await ledger.erasedCells(of: PhaseKey("price", 2, in: .production)) == [])
    #expect(try await ledger.erasedCells(of: PhaseKey("price", 1, in: .sandbox)) == [])
  }

  /// One metric of each person, the variant's length.
  private struct OneMetric: PersonMetrics {
    /// Milliunits before the exposure.
    var spend: Int64 = 5

    func values(
      of person: PersonFacts, seeing variant: String, in experiment: String, phase: Int
    ) -> [(value: ErasedValue, spendBefore: Int64)] {
      [
        (
          value: ErasedValue(metric: "bought \(experiment)", value: Int64(variant.utf8.count)),
          spendBefore: spend
        )
      ]
    }
  }

  @Test(
    "Values of erased persons stay by variant and day; days with few persons are together",
    .everyLedger)
  func values() async throws {
    for number in 0..<12 {
      try await ledger.record(Sample.exposure("1", "t\(number)", at: 1), at: 1)
    }
    for number in 0..<2 {
      try await ledger.record(Sample.exposure("1", "late\(number)", at: 2), at: 2)
    }
    for unit in ["t0", "t1", "late0", "t2", "late1"] {
      _ = try await ledger.forget(
        .user(unit), in: .production, at: Sample.day(3), leaving: OneMetric())
    }
    let cells = try await Self.cells(ledger).filter(\.hasValues)
    let value = ErasedValue(metric: "bought price", value: 5)
    let day = Int(Sample.day(1).milliseconds / Timestamp.day)
    #expect(cells.map(\.valuesDays) == [nil, day..<day + 1])
    #expect(cells.map { $0.values[value]?.persons } == [2, 3])
    #expect(cells.map { $0.values[value]?.spendBefore } == [10, 15])
    #expect(cells.map { $0.values[value]?.spendSquares } == [50, 75])
    let records = ErasedValue(metric: ErasedValue.records, value: 1)
    #expect(cells.map { $0.values[records]?.persons } == [2, 3])
    #expect(cells.allSatisfy { $0.values.count == 2 && $0.counts.units == 0 })
  }

  @Test("Each erased record that counts for a variant is one of the records", .everyLedger)
  func records() async throws {
    let held = Sample.exposure("1", "held", isHeldOut: true)
    // A conflict without an exposure, one of a held-out visitor, and persons without a conflict.
    try await ledger.record(
      Sample.exposure("1", "shown"), held, Sample.exposure("1", "never", contradicts: true),
      Sample.exposure("1", "both", isHeldOut: true), Sample.exposure("2", "both", "control"))
    for unit in ["shown", "held", "never", "both"] {
      _ = try await ledger.forget(
        .user(unit), in: .production, at: Sample.day(3), leaving: OneMetric())
    }
    let cells = try await Self.cells(ledger)
    let counts = cells.map(\.counts)
    let known = counts.reduce(0) { $0 + $1.units + $1.conflicts - $1.heldOut }
    let records = ErasedValue(metric: ErasedValue.records, value: 1)
    #expect(known == 3)
    #expect(cells.compactMap { $0.values[records]?.persons }.reduce(0, +) == 3)
  }

  @Test("Absurd spending ends at the bound of a sum", .everyLedger)
  func absurdSpending() async throws {
    for number in 1...4 { try await ledger.record(Sample.exposure("1", "u\(number)", at: 1)) }
    for number in 1...4 {
      _ = try await ledger.forget(
        .user("u\(number)"), in: .production, at: Sample.day(3), leaving: OneMetric(spend: .max))
    }
    let value = ErasedValue(metric: "bought price", value: 5)
    let persons = try await Self.cells(ledger).compactMap { $0.values[value] }
    #expect(persons.map(\.persons) == [4])
    #expect(persons.map(\.spendBefore) == [4 * Int128(Int64.max)])
    #expect(persons.map(\.spendSquares) == [.max])
  }

  @Test("Conflicts and held-out units stay counted", .everyLedger)
  func uncompared() async throws {
    try await ledger.record(
      Sample.exposure("1", "held", isHeldOut: true), Sample.exposure("1", "both"),
      Sample.exposure("2", "both", "control"), Sample.exposure("1", "clean"))
    // A record of a grant is no exposure yet.
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    let request = Sample.request(
      Sample.offer(), nonce: 1, assignment: Sample.assignment("granted", kind: .visitor))
    try await ledger.grant([request], at: 1)
    let before = try await Self.totals(ledger)
    #expect(before == [ExposureCounts(variant: "trial", units: 2, conflicts: 1, heldOut: 1)])
    for unit in ["held", "both", "clean", "granted"] {
      try await ledger.forget(.user(unit), at: 3)
    }
    #expect(try await Self.totals(ledger) == before)
    #expect(try await ledger.counts() == [])
  }

  @Test("An erasure in random lives moves no total", arguments: 0..<rounds(4, all: 20))
  func randomLives(seed: Int) async throws {
    try await LedgerKind.memory.withLedger { try await Self.live(seed, in: $0) }
  }

  private static func live(_ seed: Int, in ledger: any Ledger) async throws {
    var random = SplitMix(state: UInt64(seed))
    var erased: Set<String> = []
    for step in 0..<rounds(150, all: 500) {
      let person = random.below(30)
      let (user, device, customer) = ("u\(person)", "d\(person)", "\(7000 + person)")
      let now = sampleDay(step)
      switch random.below(8) {
      case 0..<4:
        let isUser = random.below(3) > 0
        let exposure = Sample.exposure(
          "\(random.below(5))", isUser ? user : device,
          person.isMultiple(of: 2) != (random.below(12) == 0) ? "control" : "trial",
          origin: isUser ? .userId : .anonymousId, at: Double(random.below(6)),
          isHeldOut: person % 7 == 0)
        _ = try await ledger.record([exposure], in: .production, at: now)
      case 4, 5:
        var fact = Sample.purchase(
          "\(10 * person + random.below(4))", chain: "\(10 * person)", customer: customer,
          bought: Double(random.below(8)), price: Int64(random.below(3) * 4990))
        if random.below(4) == 0 { fact = Sample.refund(of: fact, at: 9) }
        let notification = Sample.notification(
          "\(step)", type: random.below(5) == 0 ? "REFUND_REVERSED" : "DID_RENEW", fact)
        _ = try await ledger.append(notification, at: now)
        _ = try await ledger.link(user, to: .appTransactionId(customer), in: .production, at: now)
      case 6:
        _ = try await ledger.alias(device, to: user, vouchedBy: .server, in: .production, at: now)
      default:
        let before = try await totals(ledger)
        let name: CustomerName =
          random.below(2) == 0 ? .user(user) : .appTransactionId(customer)
        _ = try await ledger.forget(name, in: .production, at: now)
        #expect(try await totals(ledger) == before)
        erased.insert(user)
      }
    }
    #expect(!erased.isEmpty)
  }

  /// Returns the moment of a step; there are 40 steps a day.
  private static func sampleDay(_ step: Int) -> Timestamp { Sample.day(6 + Double(step) / 40) }
}
