internal import PaywallCatalog
internal import YAMLText

extension ExperimentKey {
  static func help(for key: String) -> String? {
    switch key {
    case "start": "write 'from'"
    case "end": "write 'until'"
    case "window": "write 'from' and 'until' here, without '\(key)'"
    default: nil
    }
  }
}

enum ExperimentKey: String, FileKey {
  case title, hypothesis, owner, status, placement, audience, layer, slice, traffic, unit, seed
  case phase, variants, from, until, whilePaused, after, winner, excludeEarlierPhases, visibility
  case metrics, override, rollout, schedule
}

/// An experiment with the places that rules report. A class, so that rules copy none of it.
final class DeclaredExperiment: Sendable {
  let value: Experiment
  let places: Places<ExperimentKey>
  let variants: [DeclaredVariant]
  let windows: [DeclaredMetrics.DeclaredWindow]
  let guardrails: [Located<MetricGoal>]
  /// The place that names the deciding metric.
  let primary: Place?

  init(
    value: Experiment, places: Places<ExperimentKey>, variants: [DeclaredVariant],
    windows: [DeclaredMetrics.DeclaredWindow] = [], guardrails: [Located<MetricGoal>] = [],
    primary: Place? = nil
  ) {
    self.value = value
    self.places = places
    self.variants = variants
    self.windows = windows
    self.guardrails = guardrails
    self.primary = primary
  }
}

extension DeclaredExperiment {
  /// Reads a file of an experiment; its name is the id.
  convenience init?(id: String, _ keys: MappingReader<ExperimentKey>) {
    let context = keys.context
    let status: ExperimentStatus? = keys.required(
      .status,
      .choice(meantBy: [
        "started": .running, "active": .running, "live": .running, "ended": .stopped,
        "finished": .stopped, "done": .stopped, "completed": .stopped,
      ]), "The stage; 'paywall experiment start' and 'stop' change it.",
      help: "write 'status: draft' until it is started")
    let placement = NodeDecoder<String>.reference(.placement).located
    let placements: [Located<String>]? = keys.required(
      .placement, .oneOrSome(of: placement, help: "name the placement where it runs"),
      "The placements where it runs; a visitor keeps one variant in all of them.",
      help: "name the placement where it runs, or a list of them")
    context.refuseMore(than: 100, "placements", in: keys.node(.placement))
    let variants = DeclaredVariant.all(keys, in: status)
    let metrics = keys.optional(.metrics, .metrics, "The metrics to measure.") ?? .none
    var experiment = Experiment(
      id: id, title: keys.optional(.title, .text, "The title for people."),
      hypothesis: keys.optional(.hypothesis, .text, "The expected result, and why."),
      owner: keys.optional(.owner, .text, "The person to ask about it."), status: status ?? .draft,
      placements: placements?.map(\.value) ?? [],
      audience: keys.optional(
        .audience, .condition, "The visitors who take part: an audience, or a condition."),
      layer: keys.optional(
        .layer, .reference(.layer),
        "The layer, which keeps it apart from the other experiments in it."),
      slice: keys.optional(
        .slice, .slice, default: .whole, shown: .text(Slice.whole.description),
        "The part of the layer that it owns, like 0%-40%; its end may grow."),
      traffic: keys.optional(
        .traffic, .traffic, default: .all, shown: .text(BasisPoints.all.description),
        "The share of its audience that takes part, or growing steps; never less while it runs."),
      unit: keys.unit(.unit), seed: keys.optional(.seed, .seed, seedSentence),
      phase: keys.optional(
        .phase, .integer(1...1_000_000), default: 1, "Counts how often it was restarted."),
      variants: variants?.map(\.value) ?? [],
      schedule: TimeWindow(
        keys, .from, .until, formerly: .schedule, FormerScheduleKey.start, FormerScheduleKey.end),
      whilePaused: keys.optional(
        .whilePaused, .choice, default: .control,
        "The variant for participants while it is paused."),
      after: keys.optional(
        .after, .choice, default: .keep,
        "The variant for participants after its end; winner is for the audience."),
      winner: keys.optional(
        .winner, .text, "The variant that won; written when it is stopped."),
      excludeEarlierPhases: keys.optional(
        .excludeEarlierPhases, default: true,
        "Whether visitors of an earlier phase are left out."),
      visibility: keys.optional(
        .visibility, .choice, default: .private,
        "public lets it enter the bundle that apps decide with offline."),
      override: keys.optional(
        .override, .mapping("an override", PhaseOverride.init),
        "Allows one change to frozen keys; 'paywall experiment override' writes it."))
    experiment.metrics = metrics.value
    experiment.rollout = keys.optional(
      .rollout, .mapping("a roll-out", Rollout.init),
      "The rollout that 'paywall experiment rollout' wrote; its --undo removes it.")
    if let status, status != .draft, !keys.has(.seed) {
      keys.reportMissing(
        .seed,
        help: "an experiment that is \(status.rawValue) has the seed that "
          + "'paywall experiment start' wrote; it cannot be changed while the phase runs")
    }
    if let steps = keys.node(.traffic), let status, ![.stopped, .archived].contains(status) {
      experiment.warnOfStepsThatNeverCome(in: steps, context)
    }
    if status == .stopped, !keys.hasEnd {
      context.error(
        .missingKey, at: keys.places.range(of: .status) ?? keys.places.head,
        "an experiment that is stopped needs 'until'",
        help: "write when it stopped, like 'until: \(context.vocabulary.pastTime)': exposures from "
          + "before count for 7 days; 'paywall experiment stop' writes it")
    }
    // The clocks of two machines may differ.
    if status == .stopped, let end = experiment.schedule.end, let now = context.vocabulary.now,
      end > now.adding(milliseconds: 300_000)
    {
      context.error(
        .invalidValue, at: keys.places.range(of: .until) ?? keys.places.head,
        "an experiment that is stopped has ended, and this is in the future",
        help: "write \(context.vocabulary.pastTime), or 'status: running' if it ends later")
    }
    if !keys.has(.layer) {
      keys.refuse(
        [.slice], because: "is a part of a layer, and there is no 'layer'",
        help: "name the layer, or use 'traffic' for a share of the audience")
    }
    guard status != nil, placements != nil, let variants else { return nil }
    self.init(
      value: experiment, places: keys.places, variants: variants, windows: metrics.windows,
      guardrails: metrics.guardrails, primary: metrics.primary)
  }
}

extension DeclaredExperiment {
  static func schema(in folder: Folder) -> JSONSchema {
    let started = ExperimentStatus.allCases.filter { $0 != .draft }.map(\.rawValue)
    return JSONSchema.object(in: folder) { DeclaredExperiment(id: "", $0) }.holding([
      .when(ExperimentKey.status, is: started, needs: [.seed]),
      .rule(
        if: .has(ExperimentKey.status, ["enum": .texts([ExperimentStatus.stopped.rawValue])]),
        then: .anyOf([
          .needs([ExperimentKey.until]),
          .has(ExperimentKey.schedule, .needs([FormerScheduleKey.end])),
        ])),
      .rule(if: .needs([ExperimentKey.slice]), then: .needs([ExperimentKey.layer])),
    ])
  }
}

extension MappingReader<ExperimentKey> {
  /// Whether it has an end, readable or not.
  fileprivate var hasEnd: Bool {
    has(.until)
      || node(.schedule)?.entries?.contains { $0.key == FormerScheduleKey.end.rawValue } ?? false
  }
}
