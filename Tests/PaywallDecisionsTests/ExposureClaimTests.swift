import PaywallCatalog
import PaywallDecisions
import Serving
import Testing

/// Buckets with the seeds of DecisionRules.md § 9 (slice, variant, holdout): user-7 759, 7271 (trial),
/// 8893; user-15 3768, 1803 (control), 7676; user-55 473, 2104 (control), 194; user-61 slice 9192,
/// holdout 495; user-3 variant 4872. Without a holdout, unless said otherwise.
struct ExposureClaimTests {
  private let compiled = CompiledSnapshot(annualTrial())

  func claim(
    _ variant: String, experiment: String = "annual-trial", phase: Int = 1,
    placement: String? = nil, at moment: Timestamp = noon
  ) -> ExposureClaim {
    ExposureClaim(
      experiment: experiment, variant: variant, phase: phase, placement: placement, at: moment)
  }

  func check(
    _ claim: ExposureClaim, _ userId: String?, anonymousId: RawAttribute? = nil,
    records: [RecordedAssignment] = [], holdout: BasisPoints? = nil,
    earlier: EarlierPhase? = nil, at now: Timestamp = noon,
    change: (inout Experiment) -> Void = { _ in }
  ) -> String {
    let compiled = CompiledSnapshot(
      annualTrial(change), design { $0.placements = ["settings"] }, holdout: holdout)
    let visitor = compiled.visitor(
      userId, country: "DE", anonymousId.map { ["anonymousId": $0] } ?? [:])
    return compiled.check(claim, for: visitor, records: records, earlier: earlier, at: now).short
  }

  @Test(
    "A first claim is accepted if the slice and the variant's full range hold the unit",
    arguments: [
      ("user-7", "trial", "first trial user-7"), ("user-15", "control", "first control user-15"),
      // user-3 is in control's range and outside of its open part: more traffic may have been
      // shown.
      ("user-3", "control", "first control user-3"),
      ("user-7", "control", "mismatch otherVariant"),
      ("user-15", "trial", "mismatch otherVariant"),
      // Slice bucket 9192.
      ("user-61", "trial", "mismatch outsideSlice"),
      ("user-7", "bold", "mismatch unknownVariant"), ("user-7", "", "mismatch unknownVariant"),
    ])
  func first(userId: String, variant: String, expected: String) {
    #expect(check(claim(variant), userId) == expected)
  }

  @Test("What is recorded is the claim's experiment with the moment of the server")
  func assignment() {
    let verdict = compiled.check(
      claim("trial", at: at("2026-12-09T00:00Z")), for: compiled.visitor("user-7"), records: [],
      at: noon)
    #expect(
      verdict
        == .first(
          RecordedAssignment(
            experiment: "annual-trial", phase: 1, variant: "trial", unit: "user-7",
            unitKind: .visitor, recordedAt: noon)))
  }

  @Test("Whatever was drawn is accepted, and nothing else")
  func agreesWithDecisions() {
    var enrolled = 0
    for number in 0..<2000 {
      let visitor = compiled.visitor("user-\(number)")
      let decision = compiled.decide("onboarding", for: visitor, at: noon)
      let verdicts = ["control", "trial"].map {
        compiled.check(claim($0), for: visitor, records: [], at: noon)
      }
      let accepted = zip(["control", "trial"], verdicts).filter {
        if case .first = $1 { true } else { false }
      }.map(\.0)
      guard decision.exposes else {
        #expect(accepted.count <= 1)
        continue
      }
      enrolled += 1
      #expect(accepted == [decision.experiment?.variant])
    }
    // 40 % of the layer, half of it by traffic, less a holdout of 5 %: 380 of 2,000 ± 5 sigma.
    #expect((300...460).contains(enrolled))
  }

  @Test(
    "A claim of a recorded phase is held against the record alone",
    arguments: [
      ("trial", "repeated trial"), ("control", "mismatch otherVariant"),
      ("bold", "mismatch unknownVariant"),
    ])
  func recorded(variant: String, expected: String) {
    // user-61 would be drawn into nothing.
    let records = [record("annual-trial", "trial", unit: "user-61")]
    let answer = check(claim(variant), "user-61", records: records)
    #expect(answer == (variant == "control" ? "mismatch outsideSlice" : expected))
    #expect(
      check(claim(variant), "user-7", records: [record("annual-trial", "trial")]) == expected)
  }

  @Test("A claim that another recorded id of the visitor drew contradicts the record")
  func contradicts() {
    let records = [record("annual-trial", "control", unit: "user-15")]
    let both = records + [record("annual-trial", "trial", unit: "user-7")]
    #expect(
      check(claim("trial"), "user-15", anonymousId: .text("user-7"), records: both)
        == "contradicts control user-15")
    // A record of another experiment, or of another phase, is not this draw.
    for other in [
      record("design", "bold", unit: "user-7"),
      record("annual-trial", "trial", phase: 2, unit: "user-7"),
    ] {
      #expect(
        check(claim("trial"), "user-15", anonymousId: .text("user-7"), records: records + [other])
          == "mismatch otherVariant")
    }
  }

  @Test(
    "An id that is sent beside a recorded one contradicts nothing",
    arguments: PaywallCatalog.Unit.allCases
  )
  func beside(unit: PaywallCatalog.Unit) {
    let records = [record("annual-trial", "control", unit: "user-15")]
    for anonymousId in ["user-7", "user-3", "user-61"] {
      #expect(
        check(claim("trial"), "user-15", anonymousId: .text(anonymousId), records: records) {
          $0.unit = unit
        } == "mismatch otherVariant")
    }
    // The record has its own unit, after its experiment was changed under it.
    #expect(
      check(
        claim("trial"), "user-7", records: [record("annual-trial", "control", unit: "user-7")])
        == "contradicts control user-7")
    #expect(check(claim("trial"), "user-15", records: records) == "mismatch otherVariant")
  }

  @Test("What was drawn before a login is accepted with the anonymous id")
  func beforeLogin() {
    #expect(
      check(claim("trial"), "user-61", anonymousId: .text("user-7")) == "first trial user-7")
    #expect(
      check(claim("trial"), "user-61", anonymousId: .text("user-7")) { $0.unit = .userId }
        == "mismatch outsideSlice")
    #expect(
      check(claim("trial"), "user-61", anonymousId: .text("user-7")) { $0.unit = .anonymousId }
        == "first trial user-7")
  }

  @Test("Whoever has a record in the layer has the unit of it, and no other")
  func layer() {
    let kept = record("design", "bold", unit: "user-7")
    #expect(check(claim("trial"), "user-61", records: [kept]) == "first trial user-7")
    let other = record("design", "bold", unit: "user-61")
    #expect(
      check(claim("trial"), "user-61", anonymousId: .text("user-7"), records: [other])
        == "mismatch outsideSlice")
    #expect(
      check(claim("trial"), "user-7", records: [other]) == "mismatch outsideSlice")
  }

  @Test(
    "A visitor without a readable id has drawn nothing",
    arguments: [
      (nil, nil, "refused noUnit"), (nil, .text(""), "refused noUnit"),
      (nil, .boolean(true), "refused invalidUnit"),
    ] as [(String?, RawAttribute?, String)])
  func units(userId: String?, anonymousId: RawAttribute?, expected: String) {
    #expect(check(claim("trial"), userId, anonymousId: anonymousId) == expected)
  }

  @Test(
    "The device's time lies in the phase, and the claim comes at most 7 days after it; then only repeats count",
    arguments: [
      ("2026-12-01T08:59:59.999Z", "refused outsidePhase"),
      ("2026-12-01T09:00Z", "first trial user-7"),
      ("2026-12-22T08:59:59.999Z", "first trial user-7"),
      ("2026-12-22T09:00Z", "refused outsidePhase"),
      ("2026-12-29T08:59:59.999Z", "refused outsidePhase"),
      ("2026-12-29T09:00Z", "refused outsidePhase"), ("1970-01-01T00:00Z", "refused outsidePhase"),
    ])
  func window(moment: String, expected: String) {
    let claim = claim("trial", at: at(moment))
    let kept = [record("annual-trial", "trial")]
    // The end is 2026-12-22T09:00Z.
    let last = at("2026-12-29T08:59:59.999Z")
    if moment != "2026-12-29T09:00Z" { #expect(check(claim, "user-7", at: last) == expected) }
    for late in [at("2026-12-29T09:00Z"), at("2027-02-01T00:00Z")] {
      #expect(check(claim, "user-7", at: late) == "refused outsidePhase")
      #expect(check(claim, "user-7", records: kept, at: late) == "repeated trial")
    }
  }

  @Test("A clock that is ahead counts as now, one that is behind as the start")
  func clocks() {
    #expect(check(claim("trial", at: at("2031-01-01T00:00Z")), "user-7") == "first trial user-7")
    #expect(
      check(
        claim("trial", at: at("2031-01-01T00:00Z")), "user-7", at: at("2026-11-30T00:00Z"))
        == "refused unknownExperiment")
    for (said, expected) in [
      ("2031-01-01T00:00Z", "2026-12-10T12:00Z"), ("1970-01-01T00:00Z", "2026-12-01T09:00Z"),
      ("2026-12-09T10:00Z", "2026-12-09T10:00Z"),
    ] {
      #expect(compiled.moment(of: claim("trial", at: at(said)), at: noon) == at(expected))
    }
  }

  @Test("What is neither known nor begun is refused")
  func refused() {
    #expect(check(claim("trial", experiment: "gone"), "user-7") == "refused unknownExperiment")
    #expect(check(claim("trial", phase: 2), "user-7") == "refused unknownPhase")
    #expect(check(claim("trial", phase: 0), "user-7") == "refused unknownPhase")
    for status in [ExperimentStatus.draft, .archived] {
      #expect(check(claim("trial"), "user-7") { $0.status = status } == "refused unknownExperiment")
    }
    for status in [ExperimentStatus.paused, .stopped] {
      #expect(check(claim("trial"), "user-7") { $0.status = status } == "first trial user-7")
    }
  }

  @Test("What was stopped at an unknown time enrols no one by a claim")
  func stoppedWithoutEnd() {
    #expect(
      check(claim("trial"), "user-7") {
        $0.status = .stopped
        $0.schedule.end = nil
      } == "refused outsidePhase")
  }

  @Test("A held visitor has seen nothing, unless it was recorded before")
  func holdout() {
    let held = percent(5)
    #expect(check(claim("control"), "user-55", holdout: held) == "mismatch heldOut")
    #expect(check(claim("control"), "user-55") == "first control user-55")
    #expect(check(claim("trial"), "user-7", holdout: held) == "first trial user-7")
    #expect(
      check(claim("trial"), "user-61", anonymousId: .text("user-7"), holdout: held)
        == "mismatch heldOut")
    let records = [record("annual-trial", "control", unit: "user-55")]
    #expect(
      check(claim("control"), "user-55", records: records, holdout: held) == "repeated control")
    #expect(compiled.isHeldOut(compiled.visitor("user-55")))
    #expect(!compiled.isHeldOut(compiled.visitor("user-7")))
    #expect(!compiled.isHeldOut(compiled.visitor(nil)))
  }

  @Test("Control as a pause shows it contradicts no record")
  func paused() {
    let records = [
      record("annual-trial", "trial", unit: "user-7"),
      record("annual-trial", "control", unit: "user-15"),
    ]
    let asks = { (whilePaused: WhilePaused, status: ExperimentStatus) in
      check(claim("control"), "user-7", anonymousId: .text("user-15"), records: records) {
        $0.status = status
        $0.whilePaused = whilePaused
      }
    }
    #expect(asks(.control, .paused) == "mismatch paused")
    #expect(asks(.keep, .paused) == "contradicts trial user-7")
    #expect(asks(.control, .running) == "contradicts trial user-7")
  }

  @Test("A placement where the variant is not shown has shown it to nobody")
  func placements() {
    #expect(check(claim("trial", placement: "onboarding"), "user-7") == "first trial user-7")
    for placement in ["settings", "nowhere", ""] {
      #expect(check(claim("trial", placement: placement), "user-7") == "mismatch notAtPlacement")
    }
  }
}

extension ClaimVerdict {
  /// `first trial user-7`, `mismatch otherVariant`.
  var short: String {
    switch self {
    case .first(let record): "first \(record.variant) \(record.unit)"
    case .repeated(let record): "repeated \(record.variant)"
    case .contradicts(let record): "contradicts \(record.variant) \(record.unit)"
    case .mismatch(let mismatch): "mismatch \(mismatch.rawValue)"
    case .refused(let refusal): "refused \(refusal.rawValue)"
    }
  }
}
