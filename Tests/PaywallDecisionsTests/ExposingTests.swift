import PaywallCatalog
import PaywallDecisions
import Testing

/// The answers that an app must report.
struct ExposingTests {
  @Test(
    "Only what a running experiment shows is an exposure",
    arguments: [
      (.running, true), (.paused, false), (.stopped, false), (.draft, false), (.archived, false),
    ] as [(ExperimentStatus, Bool)], [true, false])
  func stages(stage: (ExperimentStatus, Bool), isRecorded: Bool) {
    for whilePaused in WhilePaused.allCases {
      let compiled = CompiledSnapshot(
        annualTrial {
          $0.status = stage.0
          $0.whilePaused = whilePaused
        })
      let decision = compiled.decide(
        "onboarding", for: compiled.visitor("user-7"),
        records: isRecorded ? [record("annual-trial", "trial")] : [], at: noon)
      #expect(decision.exposes == stage.1)
    }
  }

  @Test("What is forced, won, ruled, kept from an earlier phase or unknown is none")
  func others() {
    let running = CompiledSnapshot(annualTrial())
    let visitor = running.visitor("user-7")
    let forced = running.decide(
      "onboarding", for: visitor,
      forced: ForcedVariant(experiment: "annual-trial", variant: "trial"), at: noon)
    #expect(forced.reason == .forced && !forced.exposes)
    #expect(!running.decide("nowhere", for: visitor, at: noon).exposes)
    let ruled = running.decide("onboarding", for: running.visitor("u", country: "IN"), at: noon)
    #expect(ruled.reason == .rule(1) && !ruled.exposes)

    let won = CompiledSnapshot(
      annualTrial {
        $0.status = .stopped
        $0.after = .winner
      })
    let winner = won.decide("onboarding", for: won.visitor("user-7"), at: noon)
    #expect(winner.reason == .winner && !winner.exposes)

    let later = CompiledSnapshot(annualTrial { $0.phase = 2 })
    let kept = later.decide(
      "onboarding", for: later.visitor("user-7"), records: [record("annual-trial", "control")],
      at: noon)
    #expect(kept.experiment?.recorded == true && !kept.exposes)
  }
}
