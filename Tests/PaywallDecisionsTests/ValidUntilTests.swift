import PaywallCatalog
import PaywallDecisions
import Testing

struct ValidUntilTests {
  /// The rule's window is [11-25, 12-20), the experiment's schedule [12-01T09, 12-22T09).
  @Test(
    "An answer is valid until the next schedule of the placement begins or ends",
    arguments: [
      ("2026-11-01T00:00Z", "2026-11-25T00:00:00Z"), ("2026-11-25T00:00Z", "2026-12-01T09:00:00Z"),
      ("2026-12-01T08:59Z", "2026-12-01T09:00:00Z"), ("2026-12-01T09:00Z", "2026-12-20T00:00:00Z"),
      ("2026-12-20T00:00Z", "2026-12-22T09:00:00Z"), ("2026-12-22T09:00Z", nil),
    ])
  func next(moment: String, expected: String?) {
    let compiled = CompiledSnapshot(annualTrial())
    for userId in ["user-7", "user-61"] {
      let decision = compiled.decide(
        "onboarding", for: compiled.visitor(userId), at: at(moment))
      #expect(decision.validUntil?.rfc3339 == expected)
    }
  }

  @Test(
    "Only a status that time can change counts",
    arguments: [
      (.draft, nil), (.running, "2026-12-22T09:00:00Z"), (.paused, "2026-12-22T09:00:00Z"),
      (.stopped, nil), (.archived, nil),
    ] as [(ExperimentStatus, String?)])
  func statuses(status: ExperimentStatus, expected: String?) {
    let compiled = CompiledSnapshot(annualTrial { $0.status = status }) {
      $0.placements["onboarding"]?.rules = []
    }
    let decision = compiled.decide("onboarding", for: compiled.visitor("user-7"), at: noon)
    #expect(decision.validUntil?.rfc3339 == expected)
  }

  @Test("A paused experiment does not change at its start")
  func pausedStart() {
    let compiled = CompiledSnapshot(annualTrial { $0.status = .paused }) {
      $0.placements["onboarding"]?.rules = []
    }
    let decision = compiled.decide(
      "onboarding", for: compiled.visitor("user-7"), at: at("2026-11-01T00:00Z"))
    #expect(decision.validUntil?.rfc3339 == "2026-12-22T09:00:00Z")
  }

  @Test("Schedules of other placements do not count")
  func otherPlacement() {
    let compiled = CompiledSnapshot(annualTrial())
    let visitor = compiled.visitor("user-7")
    #expect(compiled.decide("settings", for: visitor, at: noon).validUntil == nil)
    #expect(compiled.decide("nowhere", for: visitor, at: noon).validUntil == nil)
  }
}
