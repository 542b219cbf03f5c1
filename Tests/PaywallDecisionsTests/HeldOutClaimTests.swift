import PaywallCatalog
@testable import Serving
import Testing

@testable import PaywallDecisions

/// Buckets with the seeds of DecisionRules.md § 9 (slice, variant, holdout): user-55 473, 2104
/// (control), 194; user-18 2486, 9972, 413; user-61 slice 9192, holdout 495; user-7 holdout 8893. The
/// holdout has 5 %.
struct HeldOutClaimTests {
  private func claim(
    experiment: String = "annual-trial", phase: Int = 1, placement: String = "onboarding",
    at moment: Timestamp = noon
  ) -> HeldOutClaim {
    HeldOutClaim(experiment: experiment, phase: phase, placement: placement, at: moment)
  }

  private func check(
    _ claim: HeldOutClaim, _ userId: String?, country: String = "GB",
    _ attributes: [String: RawAttribute] = [:], records: [RecordedAssignment] = [],
    earlier: EarlierPhase? = nil, at now: Timestamp = noon,
    change: (inout Experiment) -> Void = { _ in }
  ) -> HeldOutVerdict {
    let compiled = CompiledSnapshot(annualTrial(change), design())
    let visitor = compiled.visitor(userId, country: country, attributes)
    return compiled.check(claim, for: visitor, records: records, earlier: earlier, at: now)
  }

  private func held(_ unit: String, phase: Int = 1, _ kind: PaywallCatalog.Unit = .visitor)
    -> HeldOutVerdict
  {
    .heldOut(HeldOutUnit(experiment: "annual-trial", phase: phase, unit: unit, unitKind: kind))
  }

  @Test("A visitor whom only the holdout keeps out is told of what")
  func decision() {
    let compiled = CompiledSnapshot(annualTrial(), design { $0.traffic = .all })
    func decide(_ user: String, country: String = "GB", at now: Timestamp = noon) -> Decision {
      compiled.decide("onboarding", for: compiled.visitor(user, country: country), at: now)
    }
    #expect(decide("user-55").heldOutOf == HeldOutOf(id: "annual-trial", phase: 1))
    #expect(decide("user-55").experiment == nil)
    #expect(decide("user-61").heldOutOf == HeldOutOf(id: "design", phase: 1))
    #expect(decide("user-18").heldOutOf == nil)
    #expect(decide("user-55", country: "DE").heldOutOf == nil)
    #expect(decide("user-7").heldOutOf == nil)
    // No experiment is held out before its start, or after its end with a winner that the holdout
    // does not get.
    #expect(decide("user-55", at: at("2026-11-30T00:00Z")).heldOutOf == nil)
    let over = decide("user-55", at: at("2027-01-30T00:00Z"))
    #expect(over.heldOutOf == nil)
    // A visitor with a record is not kept out, and neither is a preview.
    let visitor = compiled.visitor("user-55")
    let records = [record("annual-trial", "trial", unit: "user-55")]
    #expect(
      compiled.decide("onboarding", for: visitor, records: records, at: noon).heldOutOf == nil)
    let forced = ForcedVariant(experiment: "annual-trial", variant: "trial")
    #expect(compiled.decide("onboarding", for: visitor, forced: forced, at: noon).heldOutOf == nil)
  }

  @Test(
    "A claim is accepted of a visitor whom the experiment would have enrolled",
    arguments: [
      ("user-55", "GB", nil), ("user-55", "DE", .notInAudience), ("user-7", "GB", .notHeldOut),
      ("user-18", "GB", .outsideTraffic), ("user-61", "GB", .outsideSlice),
    ] as [(String, String, Mismatch?)])
  func accepted(user: String, country: String, mismatch: Mismatch?) {
    #expect(
      check(claim(), user, country: country) == mismatch.map { .mismatch($0) } ?? held("user-55"))
  }

  @Test("What was not sent refuses nothing: an audience that cannot be told is unknown")
  func unknownAudience() {
    let compiled = CompiledSnapshot(annualTrial())
    let visitor = compiled.visitor(["userId": .text("user-55")], at: noon).visitor
    #expect(compiled.check(claim(), for: visitor, records: [], at: noon) == held("user-55"))
    let moment = ExposureMoment(renderedAt: noon, now: noon)
    let circumstances = compiled.circumstances(of: claim(), by: visitor, records: [], at: moment)
    #expect(circumstances.isInAudience == nil)
    #expect(circumstances.traffic == 5000)
    #expect(circumstances.show == nil)
    #expect(circumstances.shows == [.paywall("lite"), .nothing, .paywall("plain")])
    let british = compiled.visitor("user-55")
    let known = compiled.circumstances(of: claim(), by: british, records: [], at: moment)
    #expect(known.isInAudience == true)
    #expect(known.show == .paywall("plain"))
  }

  @Test("What cannot be checked, or cannot have been shown, is refused")
  func refused() {
    #expect(check(claim(experiment: "none"), "user-55") == .refused(.unknownExperiment))
    #expect(check(claim(phase: 2), "user-55") == .refused(.unknownPhase))
    #expect(check(claim(placement: "settings"), "user-55") == .mismatch(.notAtPlacement))
    #expect(check(claim(placement: "none"), "user-55") == .mismatch(.notAtPlacement))
    #expect(check(claim(), "user-55") { $0.status = .draft } == .refused(.unknownExperiment))
    #expect(check(claim(), nil) == .mismatch(.notHeldOut))
    #expect(check(claim(at: at("2026-11-30T00:00Z")), "user-55") == .refused(.outsidePhase))
    // The variant that was drawn shows nothing of its own here.
    let shows = check(claim(), "user-55") {
      $0.placements = ["onboarding", "settings"]
      $0.variants[0] = Variant(
        name: "control", share: percent(50), shows: .perPlacement(["settings": .nothing]))
    }
    #expect(shows == .mismatch(.notAtPlacement))
  }

  @Test("A record takes precedence: who was enrolled is not held out")
  func recorded() {
    for records in [
      [record("annual-trial", "trial", unit: "user-55")],
      [record("annual-trial", "control", phase: 2, unit: "user-55")],
      // A record of another experiment at the placement counts too.
      [record("design", "bold", unit: "user-55")],
    ] {
      #expect(check(claim(), "user-55", records: records) == .mismatch(.kept))
    }
  }

  @Test("A claim comes up to 7 days after the end, for what was rendered before it")
  func late() {
    let (before, after) = (at("2026-12-21T00:00Z"), at("2026-12-22T10:00Z"))
    func late(_ moment: Timestamp, at now: String) -> HeldOutVerdict {
      check(claim(at: moment), "user-55", at: at(now))
    }
    #expect(late(before, at: "2026-12-28T00:00Z") == held("user-55"))
    #expect(late(before, at: "2026-12-30T00:00Z") == .refused(.outsidePhase))
    #expect(late(after, at: "2026-12-23T00:00Z") == .refused(.outsidePhase))
    #expect(check(claim(), "user-55") { $0.status = .paused } == held("user-55"))
  }

  @Test("One of the phase before is checked by that phase's terms, without its audience")
  func earlier() throws {
    let before = snapshot([annualTrial()])
    let terms = before.experiments["annual-trial"]?.frozenTerms(in: before)
    let state = PhaseState(
      experiment: "annual-trial", phase: 1,
      parts: [
        .status: "running", .start: "2026-12-01T09:00:00Z", .end: "2026-12-22T09:00:00Z",
        .traffic: "50%", .slice: "0%-40%", .terms: terms?.text ?? "",
      ])
    let earlier = try #require(EarlierPhase(state, followedAt: at("2026-12-09T00:00Z")))
    func check(_ user: String, at moment: String) -> HeldOutVerdict {
      self.check(
        claim(at: at(moment)), user, country: "DE", earlier: earlier
      ) {
        $0.phase = 2
        $0.seed = "5eed"
        $0.schedule.start = at("2026-12-09T00:00Z")
      }
    }
    #expect(check("user-55", at: "2026-12-08T00:00Z") == held("user-55"))
    #expect(check("user-18", at: "2026-12-08T00:00Z") == .mismatch(.outsideTraffic))
    #expect(check("user-7", at: "2026-12-08T00:00Z") == .mismatch(.notHeldOut))
    #expect(check("user-55", at: "2026-12-09T12:00Z") == .refused(.outsidePhase))
  }

  @Test("The unit is what the experiment hashes, and the holdout's the visitor")
  func units() {
    func check(_ user: String?, _ anonymous: String) -> HeldOutVerdict {
      self.check(claim(), user, ["anonymousId": .text(anonymous)]) {
        $0.unit = .anonymousId
        $0.layer = nil
        $0.traffic = .all
      }
    }
    #expect(check("user-55", "user-7") == held("user-7", .anonymousId))
    #expect(check("user-7", "user-55") == .mismatch(.notHeldOut))
    #expect(check(nil, "user-55") == held("user-55", .anonymousId))
  }

  @Test("Of any visitors, those are accepted whom a decision tells, and nobody else")
  func alike() {
    let compiled = CompiledSnapshot(
      annualTrial(), design { $0.traffic = .all }, holdout: percent(30))
    let free = CompiledSnapshot(annualTrial(), design { $0.traffic = .all }, holdout: nil)
    var told = 0
    for number in 0..<3000 {
      let visitor = compiled.visitor("u\(number)", country: number % 3 == 0 ? "DE" : "IE")
      let decision = compiled.decide("onboarding", for: visitor, at: noon)
      for id in ["annual-trial", "design"] {
        let verdict = compiled.check(claim(experiment: id), for: visitor, records: [], at: noon)
        let isTold = decision.heldOutOf == HeldOutOf(id: id, phase: 1)
        if case .heldOut = verdict { #expect(isTold) } else { #expect(!isTold) }
      }
      guard let heldOutOf = decision.heldOutOf else { continue }
      told += 1
      let without = free.decide("onboarding", for: visitor, at: noon)
      #expect(without.experiment?.id == heldOutOf.id)
    }
    // 2,000 in the audience; 40 % × 50 % + 60 % = 80 % of them, 30 % of these: 480 ± 5 × 19.
    #expect((385...575).contains(told))
  }
}
