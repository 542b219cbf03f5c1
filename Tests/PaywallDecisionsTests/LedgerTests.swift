import PaywallCatalog
import PaywallDecisions
import Testing

/// Decisions while the ledger cannot be asked.
struct LedgerTests {
  private func decide(
    _ experiments: [Experiment], userId: String?, _ more: [String: RawAttribute] = [:],
    records: [RecordedAssignment] = [], change: (inout Snapshot) -> Void = { _ in }
  ) -> String {
    let compiled = CompiledSnapshot(snapshot(experiments, change: change))
    return compiled.shows(
      compiled.visitor(userId, more, subscriber: .unavailable), records: records)
  }

  private let newcomers = Condition.test(
    AttributeTest("subscription.ever", [.equals(.boolean(false))]))

  @Test("An audience that needs the ledger enrols nobody")
  func audience() {
    let experiment = annualTrial { $0.audience = newcomers }
    #expect(
      decide([experiment], userId: nil, ["anonymousId": .text("user-7")])
        == "default plain (ledgerUnavailable) degraded")
  }

  @Test(
    "A guess enrols nobody",
    arguments: [
      Condition.test(AttributeTest("subscription.known", [.equals(.boolean(false))])),
      .test(AttributeTest("subscription.state", [.exists(false)])),
    ])
  func guess(condition: Condition) {
    let experiment = annualTrial { $0.audience = .any([newcomers, condition]) }
    #expect(
      decide([experiment], userId: nil, ["anonymousId": .text("user-7")])
        == "default plain (ledgerUnavailable) degraded")
    // Without a verified identity the marketer's condition counts.
    let compiled = CompiledSnapshot(experiment)
    #expect(
      compiled.shows(compiled.visitor("user-7")) == "experiment annual-trial/trial standard-trial")
  }

  @Test("An audience that the ledger cannot turn is decided")
  func settled() {
    let country = Condition.test(AttributeTest("country", [.equals(.string("GB"))]))
    let taken = annualTrial { $0.audience = .any([newcomers, country]) }
    let refused = annualTrial { $0.audience = .all([newcomers, .not(country)]) }
    #expect(
      decide([taken], userId: nil, ["anonymousId": .text("user-7")])
        == "experiment annual-trial/trial standard-trial degraded")
    #expect(
      decide([refused], userId: nil, ["anonymousId": .text("user-7")]) == "default plain degraded")
  }

  @Test("Whose draw a record could contradict is not enrolled")
  func records() {
    let waits = "default plain (ledgerUnavailable) degraded"
    let taken = "experiment annual-trial/trial standard-trial degraded"
    let anonymous: [String: RawAttribute] = ["anonymousId": .text("user-7")]
    // A record may have been made before the login.
    #expect(decide([annualTrial()], userId: "user-7") == waits)
    #expect(decide([annualTrial()], userId: nil, anonymous) == taken)
    // The record may be one of an earlier phase.
    #expect(decide([annualTrial { $0.phase = 2 }], userId: nil, anonymous) == waits)
    #expect(
      decide(
        [
          annualTrial {
            $0.phase = 2
            $0.excludeEarlierPhases = false
          }
        ], userId: nil, anonymous)
        == "experiment annual-trial/trial phase 2 standard-trial degraded")
    // The record may be one in another experiment at this placement.
    for status in ExperimentStatus.allCases {
      let isInTheWay = status != .draft && status != .archived
      #expect(
        decide([annualTrial(), design { $0.status = status }], userId: nil, anonymous)
          == (isInTheWay ? waits : taken))
    }
    let ended = design {
      $0.status = .stopped
      $0.after = .control
    }
    #expect(decide([annualTrial(), ended], userId: nil, anonymous) == taken)
    let scheduled = design {
      $0.schedule.start = at("2026-12-20T00:00Z")
      $0.phase = 2
    }
    #expect(decide([annualTrial(), scheduled], userId: nil, anonymous) == waits)
    // A record that the caller has takes precedence.
    #expect(
      decide([annualTrial()], userId: "user-7", records: [record("annual-trial", "control")])
        == "experiment annual-trial/control recorded standard degraded")
  }

  @Test("A rule may guess, and says so")
  func rules() {
    let rule = Placement.Rule(
      audience: .any([
        newcomers, .test(AttributeTest("subscription.known", [.equals(.boolean(false))])),
      ]), show: .paywall("guess"))
    #expect(
      decide([], userId: "u") { $0.placements["onboarding"]?.rules = [rule] }
        == "rule 1 guess degraded")
    #expect(decide([], userId: "u") == "default plain")
    #expect(
      decide([], userId: "u") { $0.placements["onboarding"]?.rules[0].audience = newcomers }
        == "default plain degraded")
  }

  @Test("A placement says whether recorded assignments can change its answer")
  func needs() {
    func needs(_ experiments: [Experiment]) -> Bool {
      CompiledSnapshot(snapshot(experiments)).needsRecords(at: "onboarding")
    }
    #expect(!needs([]))
    #expect(needs([annualTrial()]))
    #expect(!needs([annualTrial { $0.status = .draft }]))
    #expect(
      !needs([
        annualTrial {
          $0.status = .stopped
          $0.after = .control
        }
      ]))
    #expect(needs([annualTrial { $0.status = .stopped }]))
  }
}
