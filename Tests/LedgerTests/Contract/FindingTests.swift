import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import TestSupport
import Testing

/// The findings of reports on a phase: the plan of its sample, once, and each verdict that differs.
@Suite struct FindingTests {
  private static func plan(_ persons: Int, smallest: Int = 1000) throws -> PhaseFinding {
    .plan(
      SamplePlan(
        metric: "paidRate 691200000 0 691200000", smallest: try #require(BasisPoints(smallest)),
        persons: persons, cap: 21_000, basis: .buyers(26, of: 612)))
  }

  private static func verdict(_ decision: String, _ sentence: String) -> PhaseFinding {
    .verdict(KeptVerdict(decision: decision, sentence: sentence))
  }

  private static func serve(_ ledger: any Ledger) async throws {
    try await ledger.record(
      ServedRelease(
        release: "r1",
        phases: [PhaseState(experiment: "price", phase: 1, parts: [.status: "running"])],
        holdout: ""), at: Sample.day(1))
  }

  private static func found(
    _ ledger: any Ledger, phase: Int = 1
  ) async throws -> [PhaseFinding] {
    try await ledger.timeline().findings(of: "price", phase: phase).map(\.finding)
  }

  @Test("The first plan of a question stays", .everyLedger)
  func plans() async throws {
    try await Self.serve(ledger)
    let (first, other) = (try Self.plan(9_864), try Self.plan(402, smallest: 5000))
    for (day, plan) in [first, try Self.plan(8_000), other, first].enumerated() {
      try await ledger.keep(plan, of: "price", phase: 1, at: Sample.day(Double(day + 2)))
    }
    #expect(try await Self.found(ledger) == [first, other])
    let moments = try await ledger.timeline().findings(of: "price", phase: 1).map(\.at)
    #expect(moments == [2, 4].map { Sample.day($0) })
    #expect(try await Self.found(ledger, phase: 2) == [])
  }

  @Test("A plan from a named share is read as it was written", .everyLedger)
  func baseline() async throws {
    try await Self.serve(ledger)
    let share = try #require(BasisPoints(400))
    let plan = PhaseFinding.plan(
      SamplePlan(metric: "startRate 1 0 1", smallest: share, persons: 7, basis: .baseline(share)))
    try await ledger.keep(plan, of: "price", phase: 1, at: Sample.day(2))
    #expect(try await Self.found(ledger) == [plan])
  }

  @Test("A verdict is kept when it decides otherwise than the one before", .everyLedger)
  func verdicts() async throws {
    try await Self.serve(ledger)
    let all = [
      Self.verdict("wait", "Wait: +4%.\nTwo lines."), Self.verdict("wait", "Wait: +5%."),
      Self.verdict("ship b", "Ship 'b'."), Self.verdict("ship c", "Ship 'c'."),
      Self.verdict("wait", "Wait again."),
    ]
    for verdict in all {
      try await ledger.keep(verdict, of: "price", phase: 1, at: Sample.day(2))
    }
    #expect(try await Self.found(ledger) == [all[0], all[2], all[3], all[4]])
  }

  @Test("A past that is too small is kept once for a metric", .everyLedger)
  func noPast() async throws {
    try await Self.serve(ledger)
    let findings = ["startRate 1 0 1", "paidRate 1 0 1", "startRate 1 0 1"].map {
      PhaseFinding.noPast(metric: $0)
    }
    for finding in findings {
      try await ledger.keep(finding, of: "price", phase: 1, at: Sample.day(2))
    }
    #expect(try await Self.found(ledger) == Array(findings.prefix(2)))
  }

  @Test("What was served is not changed by what was found", .everyLedger)
  func served() async throws {
    try await ledger.keep(try Self.plan(10), of: "price", phase: 1, at: Sample.day(1))
    #expect(try await ledger.timeline() == Timeline())
    try await Self.serve(ledger)
    let before = try await ledger.timeline()
    try await ledger.keep(try Self.plan(10), of: "price", phase: 1, at: Sample.day(2))
    let after = try await ledger.timeline()
    #expect(after.phases == before.phases && after.release == before.release)
    try await Self.serve(ledger)
    #expect(try await ledger.timeline() == after)
  }

  @Test("Two nodes on one file have one plan", .inFolder)
  func nodes() async throws {
    let nodes = try (0..<2).map { _ in try openFile() }
    try await Self.serve(nodes[0])
    for number in 0..<20 {
      try await nodes[number % 2].keep(
        try Self.plan(100 + number), of: "price", phase: 1, at: Sample.day(2))
    }
    for node in nodes {
      #expect(try await Self.found(node) == [try Self.plan(100)])
      await node.close()
    }
  }
}
