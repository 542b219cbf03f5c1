import ExperimentResults
import Ledger
import LedgerStorage
import LedgerSQLite
import PaywallCatalog
import PaywallSubscribers
import TestSupport
import Testing

@testable import ExperimentReports

/// The plan of a sample, which is made once and kept in the ledger, whatever comes later.
@Suite struct PlanTests {
  private static let experiment = World.experiment(1)

  private var snapshot: Snapshot {
    var snapshot = World.snapshot
    snapshot.experiments["price"] = Self.experiment
    return snapshot
  }

  private func report(
    _ ledger: any Ledger, at moment: Timestamp, _ experiment: Experiment = Self.experiment,
    baseline: BasisPoints? = nil
  ) async throws -> ExperimentReport {
    try await ReportMaker(snapshot: World.snapshot, ledger: ledger).report(
      of: experiment, in: .production, asOf: moment, now: moment, baseline: baseline)
  }

  private func serve(_ ledger: any Ledger) async throws {
    try await ledger.record(
      ServedRelease(release: "r1", phases: [], holdout: ""),
      at: Timestamp(milliseconds: World.start))
  }

  /// What of a plan must not change; how many have entered does.
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

  @Test func `late facts, refunds and erasures leave the plan as it is, on every node`()
    async throws
  {
    try await withFolder { folder in
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
        of: "price", phase: 1, in: .production, until: later,
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
    let ledger = SQLiteLedger.inMemory()
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
    let ledger = SQLiteLedger.inMemory()
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

  @Test func `each new verdict is kept as it was, and a look back tells it`() async throws {
    let ledger = SQLiteLedger.inMemory()
    var world = World(seed: 11, people: 300)
    try await serve(ledger)
    try await world.live(in: ledger)
    let early = Timestamp(milliseconds: World.start + 3 * Timestamp.day)
    let first = try await report(ledger, at: early)
    let end = world.asOf.adding(milliseconds: 30 * Timestamp.day)
    _ = try await report(ledger, at: end)
    let later = try await report(ledger, at: end.adding(milliseconds: 1))
    #expect(later.details.verdicts.first?.at == early)
    #expect(later.details.verdicts.first?.sentence == first.verdict.sentence)
    #expect(Set(later.details.verdicts.map(\.at)).isSubset(of: [early, end]))
    let back = try await ReportMaker(snapshot: World.snapshot, ledger: ledger).report(
      of: Self.experiment, in: .production, asOf: early, now: end)
    #expect(back.details.verdicts.map(\.sentence) == [first.verdict.sentence])
  }
}
