import PaywallCatalog
import PaywallDecisions
import Testing

struct RecordTests {
  @Test("A record in a running experiment goes before audience, traffic and holdout")
  func running() {
    let compiled = CompiledSnapshot(annualTrial(), holdout: .all)
    let visitor = compiled.visitor("user-61", country: "DE")
    #expect(
      compiled.shows(visitor, records: [record("annual-trial", "trial")])
        == "experiment annual-trial/trial recorded standard-trial")
  }

  /// The content for a visitor who is recorded in `trial`, and would be drawn into nothing else.
  @Test(
    "What follows a pause and an end",
    arguments: [
      (.paused, .control, .keep, "experiment annual-trial/control recorded standard"),
      (.paused, .keep, .control, "experiment annual-trial/trial recorded standard-trial"),
      (.paused, .keep, .keep, "experiment annual-trial/trial recorded standard-trial"),
      (.paused, .control, .winner, "experiment annual-trial/control recorded standard"),
      (.stopped, .control, .keep, "experiment annual-trial/trial recorded standard-trial"),
      (.stopped, .keep, .control, "default plain"),
      (.stopped, .keep, .winner, "default plain"),
      (.draft, .keep, .keep, "default plain"),
      (.archived, .keep, .keep, "default plain"),
      (.running, .control, .control, "experiment annual-trial/trial recorded standard-trial"),
    ] as [(ExperimentStatus, WhilePaused, AfterEnd, String)])
  func stages(
    status: ExperimentStatus, whilePaused: WhilePaused, after: AfterEnd, expected: String
  ) {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.status = status
        $0.whilePaused = whilePaused
        $0.after = after
      })
    let visitor = compiled.visitor("user-7", country: "DE")
    #expect(compiled.shows(visitor, records: [record("annual-trial", "trial")]) == expected)
  }

  @Test("A recorded visitor of an experiment that starts later goes on")
  func scheduled() {
    let compiled = CompiledSnapshot(annualTrial())
    #expect(
      compiled.shows(
        compiled.visitor("user-7"), records: [record("annual-trial", "trial")],
        at: at("2026-12-01T08:59Z")) == "default plain")
  }

  @Test("An end by the schedule is an end", arguments: [ExperimentStatus.running, .paused])
  func endsBySchedule(status: ExperimentStatus) {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.status = status
        $0.after = .control
      })
    #expect(
      compiled.shows(
        compiled.visitor("user-7"), records: [record("annual-trial", "trial")],
        at: at("2026-12-22T09:00Z")) == "default plain")
  }

  @Test("An end without a named winner keeps", arguments: [nil, "nobody"])
  func noWinner(winner: String?) {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.status = .stopped
        $0.after = .winner
        $0.winner = winner
      })
    #expect(
      compiled.shows(compiled.visitor("user-7"), records: [record("annual-trial", "control")])
        == "experiment annual-trial/control recorded standard")
    #expect(compiled.shows(compiled.visitor("user-7")) == "default plain")
  }

  @Test("A winner takes over from a record of its ended experiment")
  func winner() {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.status = .stopped
        $0.after = .winner
      })
    #expect(
      compiled.shows(compiled.visitor("user-7"), records: [record("annual-trial", "control")])
        == "winner annual-trial/trial standard-trial")
  }

  @Test("Records of elsewhere, or of a variant that is gone, are passed over")
  func elsewhere() {
    let compiled = CompiledSnapshot(annualTrial(), design { $0.placements = ["settings"] })
    let visitor = compiled.visitor("user-7", country: "DE")
    #expect(
      compiled.shows(
        visitor,
        records: [record("design", "bold"), record("gone", "a"), record("annual-trial", "x")])
        == "default plain")
  }

  @Test("Running goes before paused, paused before ended, then the newest")
  func order() {
    func experiment(_ id: String, _ status: ExperimentStatus) -> Experiment {
      annualTrial {
        $0.id = id
        $0.status = status
        $0.whilePaused = .keep
      }
    }
    let compiled = CompiledSnapshot(
      experiment("run", .running), experiment("pause", .paused), experiment("end", .stopped),
      experiment("end2", .stopped))
    let visitor = compiled.visitor("user-7", country: "DE")
    let run = record("run", "trial", at: "2026-12-01T10:00Z")
    let pause = record("pause", "trial", at: "2026-12-02T10:00Z")
    let end = record("end", "trial", at: "2026-12-03T10:00Z")
    let end2 = record("end2", "trial", at: "2026-12-04T10:00Z")
    func shown(_ records: [RecordedAssignment]) -> String? {
      let answers = [records, records.reversed()].map {
        compiled.decide("onboarding", for: visitor, records: $0, at: noon).experiment?.id
      }
      #expect(answers[0] == answers[1])
      return answers[0]
    }
    #expect(shown([run, pause, end, end2]) == "run")
    #expect(shown([pause, end, end2]) == "pause")
    #expect(shown([end, end2]) == "end2")
    #expect(shown([end, record("end2", "trial", at: "2026-12-03T10:00Z")]) == "end")
  }

  @Test(
    "Whoever was in an earlier phase keeps what `after` says, and is not enrolled again",
    arguments: [
      (.keep, true, "experiment annual-trial/control recorded standard (kept)"),
      (.control, true, "default plain (kept)"),
      (.keep, false, "experiment annual-trial/trial phase 2 standard-trial"),
    ] as [(AfterEnd, Bool, String)])
  func earlierPhase(after: AfterEnd, exclude: Bool, expected: String) {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.phase = 2
        $0.after = after
        $0.excludeEarlierPhases = exclude
      })
    let earlier = record("annual-trial", "control", phase: 1)
    #expect(compiled.shows(compiled.visitor("user-7"), records: [earlier]) == expected)
  }

  @Test("A record of the running phase goes before one of an earlier phase")
  func bothPhases() {
    let compiled = CompiledSnapshot(annualTrial { $0.phase = 2 })
    let records = [
      record("annual-trial", "control", phase: 1, at: "2026-12-05T00:00Z"),
      record("annual-trial", "trial", phase: 2, at: "2026-12-04T00:00Z"),
    ]
    #expect(
      compiled.shows(compiled.visitor("user-7"), records: records)
        == "experiment annual-trial/trial recorded phase 2 standard-trial")
  }

  @Test("Whom a record keeps is enrolled in no other experiment there, and is told so")
  func kept() {
    // user-7 has slice bucket 759: the running experiment would take them.
    let compiled = CompiledSnapshot(annualTrial(), design { $0.status = .stopped })
    #expect(
      compiled.shows(compiled.visitor("user-7"), records: [record("design", "bold")])
        == "experiment design/bold recorded bold (kept)")
    #expect(
      compiled.shows(
        compiled.visitor("user-7", country: "DE"), records: [record("design", "bold")])
        == "experiment design/bold recorded bold")
  }

  @Test("A record in a layer keeps its unit throughout the layer")
  func layerUnit() {
    // No visitor is taken as user-61 (slice bucket 9192); as user-7 (759) the visitor is.
    let compiled = CompiledSnapshot(
      annualTrial(), design { $0.placements = ["settings"] }, holdout: nil)
    let visitor = compiled.visitor("user-61")
    #expect(compiled.shows(visitor) == "default plain")
    let oldest = record("design", "bold", unit: "user-7", at: "2026-12-02T00:00Z")
    let newer = record("annual-trial", "x", unit: "user-15", at: "2026-12-03T00:00Z")
    let expected = "experiment annual-trial/trial standard-trial"
    #expect(compiled.shows(visitor, records: [oldest]) == expected)
    #expect(compiled.shows(visitor, records: [newer, oldest]) == expected)
    let without = CompiledSnapshot(
      annualTrial(),
      design {
        $0.layer = nil; $0.placements = ["settings"]
      }, holdout: nil)
    #expect(without.shows(without.visitor("user-61"), records: [oldest]) == "default plain")
  }
}
