import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

// Claims of a phase that is over.
extension ExposureClaimTests {
  @Test("An earlier phase is known by its record alone, and excludes from the next")
  func phases() {
    let earlier = record("annual-trial", "control", phase: 1)
    #expect(
      check(claim("control"), "user-7", records: [earlier]) { $0.phase = 2 } == "repeated control")
    #expect(
      check(claim("trial"), "user-7", records: [earlier]) { $0.phase = 2 }
        == "mismatch otherVariant")
    #expect(
      check(claim("trial", phase: 2), "user-7", records: [earlier]) { $0.phase = 2 }
        == "mismatch kept")
    #expect(
      check(claim("trial", phase: 2), "user-7", records: [earlier]) {
        $0.phase = 2
        $0.excludeEarlierPhases = false
      } == "first trial user-7")
  }

  /// Phase 1 as the ledger keeps it once the configuration has phase 2, which came at `noon`.
  private func earlier(traffic: String = "50%") -> EarlierPhase? {
    let before = snapshot([annualTrial()])
    let terms = before.experiments["annual-trial"]?.frozenTerms(in: before)
    let state = PhaseState(
      experiment: "annual-trial", phase: 1,
      parts: [
        .status: "running", .start: "2026-12-01T09:00:00Z", .end: "2026-12-22T09:00:00Z",
        .traffic: traffic, .slice: "0%-40%", .terms: terms?.text ?? "",
      ])
    return EarlierPhase(state, followedAt: noon)
  }

  @Test(
    "For 7 days after a restart a claim of the phase before is judged by the terms of that phase",
    arguments: [
      ("trial", "user-7", "2026-12-09T10:00Z", "2026-12-16T12:00Z", "first trial user-7"),
      ("control", "user-7", "2026-12-09T10:00Z", "2026-12-16T12:00Z", "mismatch otherVariant"),
      ("trial", "user-61", "2026-12-09T10:00Z", "2026-12-16T12:00Z", "mismatch outsideSlice"),
      ("bold", "user-7", "2026-12-09T10:00Z", "2026-12-16T12:00Z", "mismatch unknownVariant"),
      // Rendered after the restart, or before the phase.
      ("trial", "user-7", "2026-12-10T12:00Z", "2026-12-16T12:00Z", "refused outsidePhase"),
      ("trial", "user-7", "2026-12-01T08:59Z", "2026-12-16T12:00Z", "refused outsidePhase"),
      // 7 days after the restart.
      ("trial", "user-7", "2026-12-09T10:00Z", "2026-12-17T11:59Z", "first trial user-7"),
      ("trial", "user-7", "2026-12-09T10:00Z", "2026-12-17T12:00Z", "refused outsidePhase"),
    ])
  func afterARestart(
    variant: String, user: String, rendered: String, now: String, expected: String
  ) {
    let claim = claim(variant, at: at(rendered))
    #expect(
      check(claim, user, earlier: earlier(), at: at(now)) {
        $0.phase = 2
        $0.seed = "0f0f0f0f"
        $0.schedule.start = noon
      } == expected)
  }

  @Test("A claim of the phase before has none of this phase's circumstances")
  func circumstancesBefore() {
    func circumstances(phase: Int, _ status: ExperimentStatus) -> ExposureCircumstances {
      let compiled = CompiledSnapshot(
        annualTrial {
          $0.phase = 2
          $0.status = status
        })
      return compiled.circumstances(
        of: claim("trial", phase: phase, placement: "onboarding"),
        by: compiled.visitor("user-7", country: "DE", [:]), unit: "user-7",
        at: ExposureMoment(renderedAt: noon, now: noon))
    }
    let before = circumstances(phase: 1, .paused)
    #expect(before.placement == "onboarding")
    #expect(before.flags == [.afterEnd])
    #expect(before.isInAudience == nil && before.traffic == nil && before.show == nil)
    let current = circumstances(phase: 2, .paused)
    #expect(current.flags == [.duringPause])
    #expect(current.isInAudience != nil && current.traffic == 5000)
  }

  @Test("Control shown in a pause is no contradiction, control of an earlier phase is one")
  func pausedNow() {
    let records = [record("annual-trial", "trial", phase: 1)]
    let claim = claim("control", phase: 1)
    #expect(
      check(claim, "user-7", records: records) { $0.status = .paused } == "mismatch paused")
    #expect(
      check(claim, "user-7", records: records) {
        $0.phase = 2
        $0.status = .paused
      } == "mismatch otherVariant")
  }

  @Test(
    "Of an earlier phase with steps, those count that came before the next phase",
    arguments: [
      // Phase 2 came on 10 December. user-7 needs 46 % (RampTests).
      ("45%, 46% from 2026-12-10T11:59:00Z", "first trial user-7"),
      ("45%, 46% from 2026-12-10T12:00:00Z", "mismatch otherVariant"),
      ("0%, 20% from 2026-12-02T09:00:00Z, 100% from 2026-12-09T09:00:00Z", "first trial user-7"),
    ])
  func earlierSteps(traffic: String, expected: String) {
    let claim = claim("trial", at: at("2026-12-10T11:59:30Z"))
    #expect(
      check(claim, "user-7", earlier: earlier(traffic: traffic), at: at("2026-12-11T12:00Z")) {
        $0.phase = 2
        $0.schedule.start = noon
      } == expected)
  }

  @Test("Of a phase that is over, only the part that traffic had opened was enrolled")
  func beyondTraffic() {
    let (late, claim) = (at("2026-12-23T09:00Z"), claim("trial", at: at("2026-12-09T10:00Z")))
    // Bucket 7271 of user-7 lies in the part of 5000..<10000 that 50 % opens, and 40 % does not.
    #expect(check(claim, "user-7", at: late) == "first trial user-7")
    #expect(
      check(claim, "user-7", at: late) { $0.traffic = Traffic(percent(40)) }
        == "mismatch otherVariant")
    #expect(
      check(claim, "user-7", at: noon) { $0.traffic = Traffic(percent(40)) } == "first trial user-7"
    )
    #expect(
      check(claim, "user-7", earlier: earlier(traffic: "40%"), at: at("2026-12-11T12:00Z")) {
        $0.phase = 2
        $0.schedule.start = noon
      } == "mismatch otherVariant")
  }
}
