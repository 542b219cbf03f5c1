import PaywallCatalog
import Testing

@testable import PaywallDecisions

/// user-7: slice 759, variant 7271 (trial). user-15: 3768, 1803 (control). user-3: 3978, 4872
/// (control, behind the open part). user-61: slice 9192, holdout 495 (held).
struct StepTests {
  let compiled = CompiledSnapshot(annualTrial())

  @Test(
    "1. A preview shows its variant whatever stage the experiment is in",
    arguments: ExperimentStatus.allCases)
  func forced(status: ExperimentStatus) {
    let compiled = CompiledSnapshot(annualTrial { $0.status = status })
    let forced = ForcedVariant(experiment: "annual-trial", variant: "trial")
    let stranger = compiled.visitor(nil, country: "IN")
    #expect(
      compiled.shows(stranger, forced: forced) == "forced annual-trial/trial standard-trial")
    #expect(
      compiled.shows(
        compiled.visitor("user-7"), records: [record("annual-trial", "control")], forced: forced)
        == "forced annual-trial/trial standard-trial")
  }

  @Test(
    "1. A preview that fits nothing here is passed over",
    arguments: [
      ForcedVariant(experiment: "annual-trial", variant: "bold"),
      ForcedVariant(experiment: "design", variant: "control"),
    ])
  func forcedElsewhere(forced: ForcedVariant) {
    #expect(
      compiled.shows(compiled.visitor("user-7"), forced: forced)
        == "experiment annual-trial/trial standard-trial")
  }

  @Test("2. An unknown placement gets the fallback", arguments: ["nowhere", "", "Onboarding"])
  func unknownPlacement(placement: String) {
    let decision = compiled.decide(placement, for: compiled.visitor("user-7"), at: noon)
    #expect(
      decision
        == Decision(
          placement: placement, show: .paywall("fallback"), reason: .unknownPlacement))
    #expect(!compiled.needsRecords(at: placement))
  }

  @Test(
    "4. A running experiment takes who is in its audience, slice and open ranges",
    arguments: [
      ("user-7", "GB", "experiment annual-trial/trial standard-trial"),
      ("user-7", "GBR", "experiment annual-trial/trial standard-trial"),
      ("user-15", "IE", "experiment annual-trial/control standard"),
      ("user-7", "DE", "default plain"),
      ("user-7", "IN", "rule 1 lite"),
      // Variant bucket 4872: in control's range, not in its open part.
      ("user-3", "GB", "default plain"),
      // Slice bucket 9192.
      ("user-61", "GB", "default plain"),
    ])
  func experiment(userId: String, country: String, expected: String) {
    #expect(compiled.shows(compiled.visitor(userId, country: country)) == expected)
  }

  @Test(
    "4. Only the stage running takes visitors",
    arguments: [
      (.draft, "2026-12-10T12:00Z", false), (.running, "2026-12-01T08:59Z", false),
      (.running, "2026-12-01T09:00Z", true), (.running, "2026-12-22T08:59Z", true),
      (.running, "2026-12-22T09:00Z", false), (.paused, "2026-12-10T12:00Z", false),
      (.stopped, "2026-12-10T12:00Z", false), (.archived, "2026-12-10T12:00Z", false),
    ] as [(ExperimentStatus, String, Bool)])
  func stages(status: ExperimentStatus, moment: String, takes: Bool) {
    let compiled = CompiledSnapshot(annualTrial { $0.status = status })
    #expect(
      compiled.shows(compiled.visitor("user-7"), at: at(moment))
        == (takes ? "experiment annual-trial/trial standard-trial" : "default plain"))
  }

  @Test("4. An experiment without a seed takes nobody")
  func noSeed() {
    let compiled = CompiledSnapshot(annualTrial { $0.seed = nil })
    #expect(compiled.shows(compiled.visitor("user-7")) == "default plain")
  }

  @Test("4. A layer that does not exist gives nothing away")
  func noLayer() {
    let compiled = CompiledSnapshot(annualTrial { $0.layer = "elsewhere" })
    #expect(compiled.shows(compiled.visitor("user-7")) == "default plain")
  }

  @Test("4. What a variant shows may differ by placement")
  func perPlacement() {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.placements = ["onboarding", "settings", "gone"]
        $0.variants[1].shows = .perPlacement(["onboarding": .paywall("a"), "settings": .nothing])
      })
    let visitor = compiled.visitor("user-7")
    #expect(compiled.shows(visitor) == "experiment annual-trial/trial a")
    #expect(
      compiled.shows(visitor, placement: "settings") == "experiment annual-trial/trial nothing")
    #expect(compiled.shows(visitor, placement: "gone") == "unknownPlacement fallback")
  }

  @Test("4. A variant that shows nothing of its own here leaves the visitor to the rules")
  func notAtPlacement() {
    let compiled = CompiledSnapshot(annualTrial { $0.variants[1].shows = .perPlacement([:]) })
    #expect(compiled.shows(compiled.visitor("user-7")) == "default plain")
  }

  @Test(
    "5. A winner goes to its whole audience, and to nobody else",
    arguments: [
      ("user-7", "GB", "winner annual-trial/trial standard-trial"),
      ("user-61", "IE", "default plain (heldOut)"),
      ("user-7", "DE", "default plain"),
      (nil, "GB", "winner annual-trial/trial standard-trial"),
    ])
  func winner(userId: String?, country: String, expected: String) {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.status = .stopped
        $0.after = .winner
      })
    #expect(compiled.shows(compiled.visitor(userId, country: country)) == expected)
  }

  @Test("5. Of several winners the one that ended last")
  func latestWinner() {
    func ended(_ id: String, _ end: String?, start: String? = nil) -> Experiment {
      annualTrial {
        $0.id = id
        $0.status = .stopped
        $0.after = .winner
        $0.schedule = TimeWindow(start: start.map(at), end: end.map(at))
      }
    }
    let early = ended("z-early", "2026-11-01T00:00Z")
    let late = ended("a-late", "2026-11-20T00:00Z")
    let open = ended("m-open", nil)
    func winner(_ experiments: [Experiment]) -> String {
      let compiled = CompiledSnapshot(snapshot(experiments))
      return compiled.shows(compiled.visitor("user-7"))
    }
    #expect(winner([early, late]) == "winner a-late/trial standard-trial")
    #expect(winner([early, late, open]) == "winner m-open/trial standard-trial")
    let other = ended("b-open", nil, start: "2026-11-02T00:00Z")
    #expect(winner([open, other]) == "winner b-open/trial standard-trial")
    #expect(winner([open, ended("c-open", nil)]) == "winner c-open/trial standard-trial")
  }

  @Test("5. Before its end, an experiment has no winner")
  func notYet() {
    let compiled = CompiledSnapshot(annualTrial { $0.after = .winner })
    #expect(compiled.shows(compiled.visitor("user-61", country: "GB")) == "default plain")
    #expect(
      compiled.shows(compiled.visitor("user-7"), at: at("2026-12-22T09:00Z"))
        == "winner annual-trial/trial standard-trial")
  }

  @Test(
    "6. and 7. The first rule that matches, in its window, else the default",
    arguments: [
      ("IN", "iOS", "2026-12-10T12:00Z", "rule 1 lite"),
      ("BRA", "macOS", "2026-12-10T12:00Z", "rule 1 lite"),
      ("DE", "macOS", "2026-12-10T12:00Z", "rule 2 nothing"),
      ("IN", "iOS", "2026-11-24T23:59Z", "default plain"),
      ("IN", "iOS", "2026-11-25T00:00Z", "rule 1 lite"),
      ("IN", "iOS", "2026-12-20T00:00Z", "default plain"),
      ("IN", "macOS", "2026-12-20T00:00Z", "rule 2 nothing"),
      ("DE", "iOS", "2026-12-10T12:00Z", "default plain"),
    ])
  func rules(country: String, platform: String, moment: String, expected: String) {
    let visitor = compiled.visitor("user-7", country: country, platform: platform)
    #expect(compiled.shows(visitor, at: at(moment)) == expected)
  }

  @Test("7. A placement may show nothing by default")
  func nothing() {
    #expect(
      compiled.shows(compiled.visitor("user-7"), placement: "settings") == "default nothing")
  }

  @Test(
    "The words of the reasons on the wire",
    arguments: [
      (Reason.forced, "forced"), (.unknownPlacement, "unknownPlacement"),
      (.experiment, "experiment"), (.winner, "winner"), (.rule(3), "rule"), (.default, "default"),
    ])
  func names(reason: Reason, name: String) {
    #expect(reason.name == name)
  }
}
