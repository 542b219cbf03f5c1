import PaywallCatalog
import Planning
import Testing

let today = Timestamp(rfc3339: "2026-11-21T12:00:00Z") ?? Timestamp(milliseconds: 0)

/// An edit of one file of Lumen, and the one finding that it leads to.
struct Edit: CustomTestStringConvertible, Sendable {
  var path: String
  var old: String
  var new: String
  var code: Breach.Code
  var severity: Breach.Severity = .error
  /// `file: keys` where it differs from the edited file.
  var place: String
  /// The message, or a part of it.
  var says: String

  var testDescription: String { "\(path): \(old) -> \(new)" }

  init(
    _ name: String, _ old: String, _ new: String, _ code: Breach.Code,
    _ severity: Breach.Severity = .error, at place: String, _ says: String
  ) {
    path = name
    self.old = old
    self.new = new
    self.code = code
    self.severity = severity
    self.place = place
    self.says = says
  }
}

private let annual = "Experiments/annual-trial.yaml"

@Suite struct BreachTests {
  @Test(arguments: [
    Edit(
      annual, "seed: 7f3a9c21", "seed: 00000001", .frozenChanged, at: "\(annual) seed",
      "the seed of 'annual-trial' changes from 7f3a9c21 to 00000001: all visitors would be re-assigned"
    ),
    Edit(
      "Experiments/second.yaml", "seed: 1d2c3b4a", "unit: userId\nseed: 1d2c3b4a", .frozenChanged,
      at: "Experiments/second.yaml unit", "changes from visitor to userId"),
    Edit(
      annual, "layer: pricing\nslice: 0%-40%\n", "", .frozenChanged, at: "\(annual) layer",
      "'annual-trial' moves from layer pricing to layer none"),
    Edit(
      "Paywalls/targeting/layers.yaml", "seed: 51c0e8d2", "seed: 51c0e8d3", .frozenChanged,
      at: "Paywalls/targeting/layers.yaml layers pricing seed", "from 51c0e8d2 to 51c0e8d3"),
    Edit(
      annual, "0%-40%", "5%-40%", .frozenChanged, at: "\(annual) slice",
      "begins at 5% instead of 0%"
    ),
    Edit(
      annual, "0%-40%", "0%-30%", .sliceShrunk, at: "\(annual) slice",
      "the slice of 'annual-trial' shrinks from 0%-40% to 0%-30%"),
    Edit(
      annual, "traffic: 50%", "traffic: 20%", .trafficShrunk, at: "\(annual) traffic",
      "traffic of 'annual-trial' shrinks from 50% to 20%: visitors would leave their variant"),
    Edit(
      "Experiments/fewer.yaml", "seed: 2b9d1c40", "seed: 2b9d1c40\ntraffic: 99.99%",
      .trafficShrunk, at: "Experiments/fewer.yaml traffic", "from 100% to 99.99%"),
    Edit(
      annual,
      "  control: { share: 50%, paywall: standard }\n  trial: { share: 50%, paywall: trial }",
      "  trial: { share: 50%, paywall: trial }\n  control: { share: 50%, paywall: standard }",
      .frozenChanged, at: "\(annual) variants", "trial, control instead of control, trial"),
    Edit(
      annual, "paywall: trial", "paywall: lite", .frozenChanged,
      at: "\(annual) variants trial paywall",
      "variant 'trial' of 'annual-trial' would sell pro_monthly instead of pro_yearly_trial [trial "
        + "introductory freeTrial P1W], pro_monthly, pro_lifetime at 'onboarding'"),
    Edit(
      "Paywalls/trial.yaml", "  - pro_monthly\n", "", .frozenChanged,
      at: "Paywalls/trial.yaml products", "pro_yearly_trial [trial introductory"),
    Edit(
      "Paywalls/store/offers.yaml", "period: P1W",
      "period: P3D", .frozenChanged,
      at: "Paywalls/store/offers.yaml offers trial", "P3D]"),
    Edit(
      annual, "status: running", "status: draft", .runningRemoved, at: "\(annual) status",
      "cannot go back to draft"),
    Edit(
      annual, "status: running", "status: archived", .runningRemoved, at: "\(annual) status",
      "cannot be archived"),
    Edit(
      "Experiments/second.yaml", "phase: 2\nseed: 1d2c3b4a", "phase: 1\nseed: 1d2c3b4b",
      .phaseReused, at: "Experiments/second.yaml phase", "goes back from phase 2 to phase 1"),
    Edit(
      annual, "seed: 7f3a9c21", "phase: 2\nseed: 7f3a9c21", .phaseReused, at: "\(annual) seed",
      "phase 2 of 'annual-trial' has the seed 7f3a9c21 of phase 1"),
    Edit(
      "Paywalls/targeting/layers.yaml", "seed: 4be01a77", "seed: 4be01a78", .holdoutChanged,
      at: "Paywalls/targeting/layers.yaml holdout seed",
      "while experiments 'annual-trial', 'fewer', 'second' run"),
    Edit(
      "Paywalls/targeting/layers.yaml", "share: 5%", "share: 5.01%", .holdoutChanged,
      at: "Paywalls/targeting/layers.yaml holdout share", "the holdout grows from 5% to 5.01%"),
    Edit(
      annual, "start: 2026-11-02T09:00Z", "start: 2026-12-02T09:00Z", .scheduleChanged,
      at: "\(annual) from", "would wait for 2026-12-02 09:00 UTC"),
    Edit(
      "Experiments/second.yaml", "phase: 2", "phase: 2\nexcludeEarlierPhases: false",
      .keptChanged, at: "Experiments/second.yaml excludeEarlierPhases",
      "'second' is in phase 2, and visitors of earlier phases would be re-assigned"),
    Edit(
      "Experiments/second.yaml", "status: running\nplacement: session-end\nphase: 2",
      "status: paused\nplacement: session-end\nphase: 2\nexcludeEarlierPhases: false",
      .keptChanged, at: "Experiments/second.yaml excludeEarlierPhases",
      "visitors of earlier phases would be re-assigned"),
    Edit(
      annual, "start: 2026-11-02T09:00Z", "start: 2026-11-02T08:59Z", .scheduleChanged,
      at: "\(annual) from",
      "'annual-trial' is said to have started 2026-11-02 08:59 UTC instead of 2026-11-02 09:00 UTC"),
    Edit(
      annual, "start: 2026-11-02T09:00Z", "start: 2026-11-20T09:00Z", .scheduleChanged,
      at: "\(annual) from", "exposures from before that would no longer count"),
    Edit(
      "Experiments/fewer.yaml", "start: 2026-11-10T09:00Z", "start: 2026-11-11T09:00Z",
      .scheduleChanged, at: "Experiments/fewer.yaml from",
      "exposures from before that would no longer count"),
    Edit(
      "Experiments/kept.yaml", "start: 2026-09-01T08:00Z", "start: 2026-09-02T08:00Z",
      .scheduleChanged, at: "Experiments/kept.yaml from",
      "exposures from before that would no longer count"),
    Edit(
      annual, "schedule: { start: 2026-11-02T09:00Z }\n", "", .scheduleChanged,
      at: "\(annual) from", "started without a start instead of 2026-11-02 09:00 UTC"),
    Edit(
      "Experiments/fewer.yaml", "start: 2026-11-10T09:00Z", "start: 2026-11-09T09:00Z",
      .scheduleChanged, at: "Experiments/fewer.yaml from",
      "from before its first assignment"),
    Edit(
      "Experiments/kept.yaml", "start: 2026-09-01T08:00Z", "start: 2026-08-01T08:00Z",
      .scheduleChanged, at: "Experiments/kept.yaml from",
      "from before its first assignment"),
    Edit(
      "Experiments/second.yaml",
      "phase: 2\nseed: 1d2c3b4a\nvariants:\n  control: { share: 50%, paywall: nothing }\n"
        + "  offer: { share: 50%, paywall: standard }\nschedule: { start: 2026-11-15T09:00Z }",
      "phase: 3\nseed: 1d2c3b4b\nvariants:\n  control: { share: 50%, paywall: nothing }\n"
        + "  offer: { share: 50%, paywall: standard }\nschedule: { start: 2026-11-14T09:00Z }",
      .scheduleChanged, at: "Experiments/second.yaml from",
      "phase 3 of 'second' starts 2026-11-14 09:00 UTC, and phase 2 started 2026-11-15 09:00 UTC"),
    Edit(
      "Experiments/kept.yaml", "seed: c81b05e4", "seed: c81b05e5", .frozenChanged,
      at: "Experiments/kept.yaml seed", "from c81b05e4 to c81b05e5"),
    Edit(
      "Experiments/kept.yaml", "paywall: lite", "paywall: come-back", .frozenChanged,
      at: "Experiments/kept.yaml variants lite paywall", "would sell pro_yearly [loyalty_20"),
  ])
  func `what would draw or sell again is refused`(edit: Edit) throws {
    try expect(edit)
  }

  @Test(
    arguments: [
      Edit(
        annual, "audience: isles", "audience: modern", .audienceChanged, .warning,
        at: "\(annual) audience",
        "the audience of 'annual-trial' becomes modern instead of isles; others are enrolled "
          + "from now on, recorded visitors stay"),
      Edit(
        annual, "audience: isles\n", "", .audienceChanged, .warning,
        at: "\(annual) audience",
        "becomes everyone instead of isles; it only becomes wider"),
      Edit(
        "Paywalls/targeting/audiences.yaml", "[GB, IE]", "[GB, IE, IM]", .audienceChanged, .warning,
        at: "Paywalls/targeting/audiences.yaml audiences isles",
        "the audience 'isles' of experiment 'annual-trial' becomes country is GB or IE or IM "
          + "instead of country is GB or IE; it only becomes wider: more visitors may be enrolled, and none leaves"
      ),
      Edit(
        "Paywalls/targeting/audiences.yaml", "[GB, IE]", "[GB]", .audienceChanged, .warning,
        at: "Paywalls/targeting/audiences.yaml audiences isles", "it only becomes narrower"),
      Edit(
        "Paywalls/lite.yaml", "Start small", "Begin small", .contentChanged, .warning,
        at: "Paywalls/lite.yaml content headline",
        "what 'lite' says changes while experiment 'fewer' compares it"),
      Edit(
        "Paywalls/targeting/audiences.yaml",
        "subscription.state: [subscribed, inGracePeriod], subscription.autoRenew: false",
        "subscription.state: subscribed, subscription.autoRenew: false", .contentChanged, .warning,
        at: "Paywalls/store/offers.yaml offers loyalty",
        "who may have the offer 'loyalty' changes while experiments 'annual-trial', 'fewer', 'second' "
          + "show it"),
      Edit(
        annual, "start: 2026-11-02T09:00Z", "start: 2026-11-02T09:00Z, end: 2026-11-20T00:00Z",
        .scheduleChanged, .warning, at: "\(annual) until", "ends at once"),
      Edit(
        annual, "start: 2026-11-02T09:00Z", "start: 2026-11-02T09:00Z, end: 2026-12-22T09:00Z",
        .scheduleChanged, .warning, at: "\(annual) until",
        "'annual-trial' ends 2026-12-22 09:00 UTC instead of never"),
      Edit(
        annual, "placement: onboarding", "placement: [onboarding, paste]", .placementChanged,
        .warning, at: "\(annual) placement", "'annual-trial' comes to 'paste'"),
      Edit(
        annual, "placement: onboarding", "placement: paste", .placementChanged,
        .warning, at: "\(annual) placement", "'annual-trial' leaves 'onboarding'"),
      Edit(
        "Experiments/fewer.yaml", "seed: 2b9d1c40", "seed: 2b9d1c40\nwhilePaused: keep",
        .keptChanged, .warning, at: "Experiments/fewer.yaml whilePaused",
        "'fewer' is paused, and its recorded visitors see their variant again"),
      Edit(
        "Experiments/kept.yaml", "after: keep", "after: control", .keptChanged, .warning,
        at: "Experiments/kept.yaml after", "its recorded visitors no longer keep their variant"),
      Edit(
        "Experiments/won.yaml", "winner: lite", "winner: control", .keptChanged, .warning,
        at: "Experiments/won.yaml winner", "its audience gets 'control' instead of 'lite'"),
      Edit(
        "Experiments/second.yaml", "schedule: { start: 2026-11-15T09:00Z }",
        "schedule: { start: 2026-11-15T09:00Z, end: 2026-11-21T11:59Z }\nexcludeEarlierPhases: false",
        .keptChanged, .warning, at: "Experiments/second.yaml excludeEarlierPhases",
        "visitors of earlier phases lose what they kept"),
      Edit(
        "Experiments/kept.yaml", "status: stopped", "status: archived", .runningRemoved, .warning,
        at: "Experiments/kept.yaml status", "recorded visitors no longer keep their variant"),
    ])
  func `what somebody should know is a warning`(edit: Edit) throws {
    try expect(edit)
  }

  private func expect(_ edit: Edit) throws {
    var base = Folder.lumen
    var edited = base.replacing(edit.old, by: edit.new, in: edit.path)
    if edit.new.contains("paste") {
      // A placement of its own, so that the folder stays valid.
      let path = "Paywalls/targeting/placements.yaml"
      base = base.replacing(
        "  gallery:", by: "  paste: { default: standard }\n  gallery:", in: path)
      edited.files[path] = base.files[path]
    }
    let found = breaches(from: try base.load(), to: try edited.load(), at: today)
    let matching = found.filter {
      $0.code == edit.code && ([$0.file] + $0.keys).joined(separator: " ") == edit.place
    }
    let breach = try #require(
      matching.first { $0.message.contains(edit.says) }, "\(found.map(\.message))")
    #expect(breach.severity == edit.severity)
    #expect(!breach.help.isEmpty)
    if edit.severity == .warning { #expect(!found.contains { $0.severity == .error }, "\(found)") }
  }
}
