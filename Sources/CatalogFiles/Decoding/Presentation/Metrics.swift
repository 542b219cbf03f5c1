internal import PaywallCatalog
internal import YAMLText

enum MetricsKey: String, FileKey { case primary, secondary, guardrails, require, breakdowns }

enum MetricKey: String, FileKey { case window, direction, smallest, margin, cap }

/// The metrics of an experiment with the places that rules report.
struct DeclaredMetrics: Sendable {
  var value: Metrics
  /// The windows of the metrics that have one of their own, in the order of `Metrics.all`.
  var windows: [DeclaredWindow]
  var guardrails: [Located<MetricGoal>] = []
  /// The place that names the deciding metric.
  var primary: Place?

  struct DeclaredWindow: Sendable {
    var metric: MetricName
    var window: Period
    var place: Place
  }

  static let none = DeclaredMetrics(value: Metrics(), windows: [])
}

extension NodeDecoder where Value == DeclaredMetrics {
  static var metrics: NodeDecoder {
    .mapping(
      "'metrics'",
      rules: {
        $0.holding([.rule(if: .needs([MetricsKey.breakdowns]), then: .needs([MetricsKey.primary]))])
      }, DeclaredMetrics.init)
  }
}

extension DeclaredMetrics {
  fileprivate init(_ keys: MappingReader<MetricsKey>) {
    let context = keys.context
    let primary = keys.optional(
      .primary, .metric(isGuardrail: false), "The metric that decides.")
    let secondary =
      keys.optional(
        .secondary, .list(of: .metric(isGuardrail: false)),
        "Metrics that are shown and decide nothing.") ?? []
    let guardrails =
      keys.optional(
        .guardrails, .list(of: .metric(isGuardrail: true)), "Metrics that must not get worse.")
      ?? []
    let require =
      keys.optional(
        .require, .list(of: .metricName),
        "Guardrails that must be safe, within their margin, before a variant ships.") ?? []
    let breakdowns =
      keys.optional(
        .breakdowns, .list(of: NodeDecoder<ResultDimension>.choice.located),
        "The dimensions that break down the primary metric: corrected for the number of rows.")
      ?? []
    self.init(
      value: Metrics(
        primary: primary?.goal, secondary: secondary.map(\.goal),
        guardrails: guardrails.map(\.goal), require: require.map(\.value),
        breakdowns: breakdowns.map(\.value)),
      windows: ((primary.map { [$0] } ?? []) + secondary + guardrails).compactMap(\.window),
      guardrails: guardrails.map { Located($0.goal, at: context.place($0.range)) },
      primary: primary.map { context.place($0.range) })
    Self.refuse(require, guardrails, context)
    for metric in (primary.map { [$0] } ?? []) + secondary {
      guard let place = metric.margin, let range = place.range else { continue }
      context.error(
        .invalidValue, at: range, "only a guardrail has a margin",
        help: "move the metric to 'guardrails', or remove 'margin'")
    }
    refuseRepeats(primary, secondary, guardrails, context)
    Self.refuse(breakdowns, keys, context)
  }

  /// Refuses a required metric that is not a guardrail with a margin: one without a margin is
  /// hardly ever safe, because no harm at all cannot be shown.
  private static func refuse(
    _ require: [Located<MetricName>], _ guardrails: [DeclaredMetric], _ context: DecodingContext
  ) {
    for name in require {
      guard let range = name.place.range else { continue }
      guard let guardrail = guardrails.first(where: { $0.goal.name == name.value }) else {
        context.error(
          .unknownName, at: range, "'\(name.value.rawValue)' is required, and is no guardrail",
          help: "add it to 'guardrails', with a margin")
        continue
      }
      guard guardrail.goal.margin?.isAboveZero != true else { continue }
      context.error(
        .invalidValue, at: range,
        "'\(name.value.rawValue)' is required without a margin, so the verdict would wait for ever",
        help:
          "write how much worse it may become, like { \(name.value.rawValue): { margin: \(name.value == .proceedsPerVisitor ? "5%" : "1pp") } }"
      )
    }
  }

  /// A breakdown is of the primary metric, and each is listed once.
  private static func refuse(
    _ breakdowns: [Located<ResultDimension>], _ keys: MappingReader<MetricsKey>,
    _ context: DecodingContext
  ) {
    if !keys.has(.primary) {
      keys.refuse(
        [.breakdowns], because: "are of the primary metric, and there is no 'primary'",
        help: "name the metric that decides, like 'primary: paidRate'")
    }
    for (dimension, _) in breakdowns.repeated(by: \.value) {
      context.error(
        .duplicate, at: dimension.place.range ?? keys.places.head,
        "'\(dimension.value.rawValue)' is listed twice", help: "remove it from 'breakdowns'")
    }
  }

  /// A metric has one part: a goal that is a guardrail too would veto itself.
  private func refuseRepeats(
    _ primary: DeclaredMetric?, _ secondary: [DeclaredMetric], _ guardrails: [DeclaredMetric],
    _ context: DecodingContext
  ) {
    if let primary, guardrails.contains(where: { $0.goal.name == primary.goal.name }) {
      context.error(
        .duplicate, at: primary.range,
        "'\(primary.goal.name.rawValue)' is the primary metric and a guardrail",
        help: "remove it from 'guardrails'")
    }
    var seen = Set((primary.map { [$0] } ?? []).map(\.goal.name))
    for metric in secondary where !seen.insert(metric.goal.name).inserted {
      context.error(
        .duplicate, at: metric.range, "'\(metric.goal.name.rawValue)' is listed twice",
        help: "remove it from 'secondary'")
    }
    seen = Set(secondary.map(\.goal.name))
    for metric in guardrails where !seen.insert(metric.goal.name).inserted {
      context.error(
        .duplicate, at: metric.range, "'\(metric.goal.name.rawValue)' is listed twice",
        help: "remove it from 'guardrails'")
    }
  }
}
