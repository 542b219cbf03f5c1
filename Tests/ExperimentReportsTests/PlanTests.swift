import ExperimentResults
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports

/// The plan of a sample, which is made once and kept in the ledger, whatever comes later.
@Suite struct PlanTests {
  private let ledger = SQLiteLedger.inMemory()

  private static let experiment = World.experiment(1)

  private let snapshot = World.snapshot(of: Self.experiment)

  private func report(
    _ ledger: any Ledger, at moment: Timestamp, _ experiment: Experiment = Self.experiment,
    baseline: BasisPoints? = nil
  ) async throws -> ExperimentReport {
    try await World.report(ledger, of: experiment, asOf: moment, baseline: baseline)
  }

  private func serve(_ ledger: any Ledger) async throws {
    try await ledger.record(
      ServedRelease(release: "r1", phases: [], holdout: ""),
      at: Timestamp(milliseconds: World.start))
  }

  /// The parts of a plan that must not change; the number of persons who have entered does.
  private struct Fixed: Equatable {
    var planned: Int?
    var smallest: Double?
    var cap: Int64?
    var basis: ReportPlan.Basis?
    var madeAt: Timestamp?

    init(_ plan: ReportPlan?) {
      planned = plan?.progress.planned
      smallest = plan?.smallest
      cap = plan?.cap
      basis = plan?.basis
      madeAt = plan?.madeAt
    }
  }

  @Test
  func `late facts, refunds and erasures leave the plan as it is, on every node`() async throws {
    try await withTemporaryFolder { folder in
      let nodes = try (0..<2).map { _ in try SQLiteLedger.open(path: folder + "/ledger.sqlite") }
      var world = World(seed: 11, people: 300)
      try await serve(nodes[0])
      try await world.live(in: nodes[0])
      let end = world.asOf.adding(milliseconds: 30 * Timestamp.day)
      let first = try await report(nodes[0], at: end).plan
      let kept = Fixed(first)
      #expect(kept.madeAt == end && kept.smallest == 0.1 && first?.progress.isForecast == false)
      guard case .buyers(let buyers, let persons)? = kept.basis else {
        Issue.record("a plan without buyers")
        return
      }
      #expect(buyers >= 25 && persons > buyers)
      // Exposures and purchases of persons who were there before the plan, refunds of some of theirs.
      for number in 300..<360 { try await world.person(number, in: nodes[1]) }
      let later = end.adding(milliseconds: Timestamp.day)
      #expect(Fixed(try await report(nodes[1], at: later).plan) == kept)
      let terms = try await ErasureTerms(snapshot, of: nodes[0], at: later)
      for number in stride(from: 0, to: 300, by: 3) {
        _ = try await nodes[0].forget(
          .appTransactionId("c\(number)"), in: .production, at: later, leaving: terms)
      }
      for node in nodes {
        #expect(Fixed(try await report(node, at: later).plan) == kept)
      }
      // Without the kept plan it would have moved.
      let reading = try await nodes[0].tally(
        of: PhaseKey("price", 1, in: .production), until: later,
        into: PhaseTally(ReportTerms(Self.experiment, in: World.snapshot, .production, asOf: later))
      )
      let unkept = Assembly(
        ReportTerms(Self.experiment, in: World.snapshot, .production, asOf: later), reading,
        World.snapshot, now: later)
      #expect(unkept.newPlan(unkept.metric(0))?.persons != kept.planned)
      for node in nodes { await node.close() }
    }
  }

  @Test func `another smallest effect is another plan, and the first one stays`() async throws {
    var world = World(seed: 11, people: 300)
    try await serve(ledger)
    try await world.live(in: ledger)
    let end = world.asOf.adding(milliseconds: 30 * Timestamp.day)
    let usual = try await report(ledger, at: end).plan
    var other = Self.experiment
    other.metrics.primary?.smallest = BasisPoints(5000)
    let later = end.adding(milliseconds: Timestamp.day)
    let large = try await report(ledger, at: later, other).plan
    #expect(large?.smallest == 0.5 && large?.madeAt == later)
    #expect((large?.progress.planned ?? 0) < (usual?.progress.planned ?? 0))
    let last = later.adding(milliseconds: Timestamp.day)
    #expect(Fixed(try await report(ledger, at: last).plan) == Fixed(usual))
  }

  /// 4 % and 4.4 % in two equal arms: (1.95996 + 0.84162)² · (0.044·0.956/0.5 + 0.04·0.96·1.1²/0.5) / 0.04² / 0.1².
  @Test func `a share that is named plans before anybody has bought`() async throws {
    var world = World(seed: 3, people: 1)
    try await serve(ledger)
    try await world.live(in: ledger)
    let share = try #require(BasisPoints(400))
    let moment = world.asOf.adding(milliseconds: 5 * Timestamp.day)
    let plan = try await report(ledger, at: moment, baseline: share).plan
    #expect(plan?.progress.planned == 86_856 && plan?.basis == .baseline(0.04))
    #expect(plan?.madeAt == moment)
    let other = try #require(BasisPoints(900))
    #expect(Fixed(try await report(ledger, at: moment, baseline: other).plan) == Fixed(plan))
  }

  /// The formula is that of the case above, with the share of the control of the phase before.
  @Test func `the placement's past plans the next sample on its first day, once`() async throws {
    var world = World(seed: 11, people: 300)
    try await serve(ledger)
    try await world.live(in: ledger)
    let start = world.asOf.adding(milliseconds: 30 * Timestamp.day)
    let arm = try #require(try await report(ledger, at: start).primary?.arms.first)
    var next = Self.experiment
    (next.id, next.schedule) = ("next", TimeWindow(start: start, end: nil))
    let first = start.adding(milliseconds: 1000)
    for number in 0..<5 {
      try await world.expose(
        "newcomer-\(number)", isUser: false, "control", first, ledger, to: "next")
    }
    func plan(after days: Int64, baseline: BasisPoints? = nil) async throws -> ReportPlan? {
      let moment = first.adding(milliseconds: days * Timestamp.day)
      return try await World.report(
        ledger, of: next, in: snapshot, asOf: moment, baseline: baseline
      ).plan
    }
    let made = try await plan(after: 1)
    guard case .past("price", phase: 1, let buyers, of: arm.persons)? = made?.basis else {
      Issue.record("made from \(String(describing: made?.basis))")
      return
    }
    #expect(buyers >= 25)
    let (n, bought) = (Double(arm.persons), Double(buyers))
    let rate = Double(arm.moments.sum) / n * (bought - 1) / bought * n / (n - 1)
    let reach = 1.959964 + 0.841621
    let reached = rate * 1.1
    let variance = reached * (1 - reached) / 0.5 + rate * (1 - rate) * 1.21 / 0.5
    let needed = reach * reach * variance / rate / rate / 0.01
    #expect(abs(Double(made?.progress.planned ?? 0) - needed) < 2)
    // Later facts of the phase before change nothing, and neither does a share that is named then.
    for number in 300..<330 { try await world.person(number, in: ledger) }
    #expect(Fixed(try await plan(after: 2)) == Fixed(made))
    #expect(Fixed(try await plan(after: 3, baseline: BasisPoints(900))) == Fixed(made))
  }

  /// 40 persons are too few buyers. 300 more of the days before come after the first report has asked.
  @Test func `a past that was too small is not asked again`() async throws {
    var world = World(seed: 11, people: 40)
    try await serve(ledger)
    try await world.live(in: ledger)
    let start = world.asOf.adding(milliseconds: 30 * Timestamp.day)
    var next = Self.experiment
    (next.id, next.schedule) = ("next", TimeWindow(start: start, end: nil))
    func plan(after days: Int64) async throws -> ReportPlan? {
      let moment = start.adding(milliseconds: days * Timestamp.day + 1000)
      return try await World.report(ledger, of: next, in: snapshot, asOf: moment).plan
    }
    // Nobody is there to plan for, so nothing is found yet.
    #expect(try await plan(after: 0) == nil)
    #expect(try await ledger.timeline().findings(of: "next", phase: 1).count == 1)
    for number in 0..<5 {
      try await world.expose(
        "newcomer-\(number)", isUser: false, "control", start.adding(milliseconds: 1000), ledger,
        to: "next")
    }
    #expect(try await plan(after: 1)?.basis == nil)
    let metric = ReportTerms(next, in: snapshot, .production, asOf: start).goals[0].erasedName
    let findings = try await ledger.timeline().findings(of: "next", phase: 1).map(\.finding)
    #expect(findings.contains(.noPast(metric: metric)))
    for number in 40..<340 { try await world.person(number, in: ledger) }
    #expect(try await plan(after: 2)?.basis == nil)
    var another = next
    another.id = "another"
    for number in 0..<5 {
      try await world.expose(
        "other-\(number)", isUser: false, "control", start.adding(milliseconds: 1000), ledger,
        to: "another")
    }
    let moment = start.adding(milliseconds: 2 * Timestamp.day)
    // The same past suffices for one that asks only now.
    let report = try await World.report(ledger, of: another, in: snapshot, asOf: moment)
    guard case .past("price", phase: 1, _, of: _)? = report.plan?.basis else {
      Issue.record("the past of 340 persons plans nothing")
      return
    }
  }

  @Test func `another control, audience or placement is no past`() async throws {
    var next = Self.experiment
    next.id = "next"
    next.schedule.start = Timestamp(milliseconds: World.start + 1)
    func past(_ experiment: Experiment) -> String? {
      PlacementPast.phase(before: experiment, Timeline(), snapshot)?.id
    }
    #expect(past(next) == "price")
    var other = next
    other.placements = ["settings"]
    #expect(past(other) == nil)
    other = next
    other.variants[0] = Variant(
      name: "control", share: World.half, shows: .everywhere(.paywall("trial")))
    #expect(past(other) == nil)
    other = next
    other.schedule.start = Timestamp(milliseconds: World.start)
    #expect(past(other) == nil)
  }

  @Test func `each new verdict is kept as it was, and a look back tells it`() async throws {
    var world = World(seed: 11, people: 300)
    try await serve(ledger)
    try await world.live(in: ledger)
    let early = World.moment(days: 3)
    let first = try await report(ledger, at: early)
    let end = world.asOf.adding(milliseconds: 30 * Timestamp.day)
    _ = try await report(ledger, at: end)
    let later = try await report(ledger, at: end.adding(milliseconds: 1))
    #expect(later.details.verdicts.first?.at == early)
    #expect(later.details.verdicts.first?.sentence == first.verdict.sentence)
    #expect(Set(later.details.verdicts.map(\.at)).isSubset(of: [early, end]))
    let back = try await World.report(ledger, of: Self.experiment, asOf: early, now: end)
    #expect(back.details.verdicts.map(\.sentence) == [first.verdict.sentence])
  }
}
