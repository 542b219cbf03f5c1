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
  /// Where the metric that decides is named.
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
  convenience init?(
    id: String, _ root: Node, _ context: DecodingContext, _ vocabulary: Vocabulary
  ) {
    let context = context.used(by: Entity(.experiment, id))
    guard let keys = MappingReader<ExperimentKey>(root, context, as: "an experiment") else {
      return nil
    }
    let status: ExperimentStatus? = keys.required(
      .status, .choice, help: "write 'status: draft' until it is started")
    let placements = keys.required(
      .placement, .placements, help: "name the placement where it runs, or a list of them")
    context.refuseMore(than: 100, "placements", in: keys.node(.placement))
    let variants = DeclaredVariant.all(keys)
    let metrics = keys.node(.metrics).flatMap { DeclaredMetrics($0, context) } ?? .none
    var experiment = Experiment(
      id: id, title: keys.optional(.title, .text), hypothesis: keys.optional(.hypothesis, .text),
      owner: keys.optional(.owner, .text), status: status ?? .draft,
      placements: placements?.map(\.value) ?? [],
      audience: keys.optional(.audience, .condition(vocabulary)),
      layer: keys.optional(.layer, .reference(.layer)),
      slice: keys.optional(.slice, .slice) ?? .whole,
      traffic: keys.optional(.traffic, .traffic) ?? .all,
      unit: keys.optional(.unit, .choice) ?? .visitor, seed: keys.optional(.seed, .seed),
      phase: keys.optional(.phase, .integer(1...1_000_000)) ?? 1,
      variants: variants?.map(\.value) ?? [],
      schedule: TimeWindow(
        keys, .from, .until, formerly: .schedule, FormerScheduleKey.start, FormerScheduleKey.end),
      whilePaused: keys.optional(.whilePaused, .choice) ?? .control,
      after: keys.optional(.after, .choice) ?? .keep, winner: keys.optional(.winner, .text),
      excludeEarlierPhases: keys.optional(.excludeEarlierPhases, .boolean) ?? true,
      visibility: keys.optional(.visibility, .choice) ?? .private,
      override: keys.node(.override).flatMap { PhaseOverride($0, context) })
    experiment.metrics = metrics.value
    experiment.rollout = keys.node(.rollout).flatMap { Rollout($0, context) }
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
        help: "write when it stopped, like 'until: 2026-12-22T09:00Z': exposures from before count "
          + "for 7 days; 'paywall experiment stop' writes it")
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

extension NodeDecoder where Value == [Located<String>] {
  /// A placement, or a list of placements.
  fileprivate static var placements: NodeDecoder {
    let placement = NodeDecoder<String>.reference(.placement).located
    return NodeDecoder { node, context in
      guard node.items == nil else {
        return NodeDecoder.some(of: placement, help: "name the placement where it runs").decode(
          node, context)
      }
      return placement.decode(node, context).map { [$0] }
    }
  }
}

extension MappingReader<ExperimentKey> {
  /// Whether it has an end, readable or not.
  fileprivate var hasEnd: Bool {
    has(.until)
      || node(.schedule)?.entries?.contains { $0.key == FormerScheduleKey.end.rawValue } ?? false
  }
}
