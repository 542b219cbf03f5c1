import ExperimentReports
import ExperimentResults
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import Testing

/// Results of a phase that is over, by what the ledger's timeline has of it.
@Suite struct ServedPhaseTests {
  private func moment(_ day: Int64) -> Timestamp { World.moment(days: day) }

  /// A phase of three variants, with a trial of 14 days, from day 0 to day 20.
  private var first: PhaseState {
    let terms = """
      seed: 11111111
      unit: visitor
      layer: pricing
      sliceStart: 0%
      variants: control 50%, trial 25%, gift 25%
      paywall control onboarding: monthly
      paywall trial onboarding: monthly, weekly [long introductory freeTrial P2W, other promotional payUpFront P1M]
      paywall gift onboarding: nothing
      """
    return PhaseState(
      experiment: "price", phase: 1,
      parts: [
        .status: "running", .start: moment(0).rfc3339, .end: "", .traffic: "50%",
        .slice: "0%-40%", .prices: "", .terms: terms,
      ])
  }

  private func restarted() -> Experiment {
    var experiment = World.experiment
    experiment.phase = 2
    experiment.schedule = TimeWindow(start: moment(20), end: nil)
    return experiment
  }

  private func second() -> PhaseState {
    PhaseState(
      experiment: "price", phase: 2,
      parts: [.status: "running", .start: moment(20).rfc3339, .end: ""])
  }

  private func report(_ ledger: any Ledger, phase: Int) async throws -> ExperimentReport {
    try await World.report(ledger, of: restarted(), phase: phase, asOf: moment(60))
  }

  @Test func `an earlier phase is judged by the terms with which it was served`() async throws {
    let ledger = SQLiteLedger.inMemory()
    try await ledger.record(
      ServedRelease(release: "r1", phases: [first], holdout: ""), at: moment(-1))
    try await ledger.record(
      ServedRelease(release: "r2", phases: [second()], holdout: ""), at: moment(20))
    for (number, variant) in ["control", "trial", "gift", "gift"].enumerated() {
      let exposure = World.exposure(
        "e\(number)", of: "u\(number)", isUser: false, to: variant, moment(3), seed: "11111111")
      _ = try await ledger.record([exposure], in: .production, at: moment(3))
    }
    let report = try await report(ledger, phase: 1)
    #expect(report.phase == 1)
    #expect(report.startedAt == moment(0))
    #expect(report.endsAt == moment(20))
    #expect(
      report.variants.map { "\($0.name) \($0.share) \($0.persons)" }
        == ["control 50% 1", "trial 25% 1", "gift 25% 2"])
    // 14 days of the trial of then, 3 days of grace and one more; today's trial has 7 days.
    let paid = try #require(report.secondary.first { $0.name == .paidRate })
    #expect(paid.window == Period(days: 18))
    #expect(report.provenance.recomputation.contains("1 AS phase"))
    // The present phase has a window of its own, and no persons yet.
    let present = try await self.report(ledger, phase: 2)
    #expect(present.variants.map(\.persons) == [0, 0])
    #expect(present.secondary.first { $0.name == .paidRate }?.window == Period(days: 11))
  }

  @Test func `a phase of which something is unknown says what`() async throws {
    let ledger = SQLiteLedger.inMemory()
    func failure(_ phase: Int) async -> String? {
      do {
        _ = try await report(ledger, phase: phase)
        return nil
      } catch let error as ResultsFailure {
        guard case .phase(let why) = error else { return nil }
        return why
      } catch {
        return nil
      }
    }
    #expect(await failure(3) == "'price' is in phase 2; there is no phase 3 yet")
    #expect(await failure(1)?.contains("not in the ledger's timeline: its variants") == true)
    var state = first
    state.parts[.terms] = nil
    try await ledger.record(
      ServedRelease(release: "r1", phases: [state], holdout: ""), at: moment(0))
    #expect(
      await failure(1)
        == "the ledger's timeline does not have the variants of phase 1 of 'price'")
  }
}
