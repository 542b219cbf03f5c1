internal import PaywallCatalog
internal import YAMLText

enum MetricsKey: String, FileKey { case primary, secondary, guardrails, require, breakdowns }

enum MetricKey: String, FileKey { case window, direction, smallest, margin, cap }

/// The metrics of an experiment with the places that rules report.
struct DeclaredMetrics: Sendable {
  var value: Metrics
  /// Of each metric that has a window of its own, in the order of `Metrics.all`.
  var windows: [DeclaredWindow]
  var guardrails: [Located<MetricGoal>] = []
  /// Where the metric that decides is named.
  var primary: Place?

  struct DeclaredWindow: Sendable {
    var metric: MetricName
    var window: Period
    var place: Place
  }

  static let none = DeclaredMetrics(value: Metrics(), windows: [])
}

extension DeclaredMetrics {
  init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<MetricsKey>(node, context, as: "'metrics'") else { return nil }
    let primary = keys.optional(.primary, .metric)
    let secondary = keys.optional(.secondary, .list(of: .metric)) ?? []
    let guardrails = keys.optional(.guardrails, .list(of: .metric)) ?? []
    let require = keys.optional(.require, .list(of: .metricName)) ?? []
    let breakdowns =
      keys.optional(.breakdowns, .list(of: NodeDecoder<ResultDimension>.choice.located)) ?? []
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

  /// What is required is a guardrail with a margin: one without a margin is hardly ever safe, because no
  /// harm at all cannot be shown.
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
    var seen: Set<ResultDimension> = []
    for dimension in breakdowns where !seen.insert(dimension.value).inserted {
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

/// A metric with the place of its name.
struct DeclaredMetric {
  var goal: MetricGoal
  var range: SourceRange
  var window: DeclaredMetrics.DeclaredWindow?
  /// Where its margin is written.
  var margin: Place?
}

extension NodeDecoder where Value == DeclaredMetric {
  /// A name, or a name with what differs from its defaults: `{ paidRate: { window: P30D } }`.
  fileprivate static var metric: NodeDecoder {
    NodeDecoder { node, context in
      guard let entries = node.entries else {
        guard let text = node.text(as: "a metric", example: "paidRate", context) else { return nil }
        return MetricName(text, at: node.range, context).map {
          DeclaredMetric(goal: MetricGoal($0), range: node.range)
        }
      }
      guard let entry = entries.first, entries.count == 1 else {
        return context.refuse(
          .wrongType, at: node.range, "expected one metric, found \(entries.count)",
          help: "write one name, like { paidRate: { window: P30D } }")
      }
      let name = MetricName(entry.key, at: entry.keyRange, context)
      guard
        let keys = MappingReader<MetricKey>(
          entry.value, context, as: "a metric", named: entry.keyRange)
      else { return nil }
      let window = keys.optional(.window, .period)
      let direction: MetricDirection? = keys.optional(.direction, .choice)
      let smallest = keys.optional(.smallest, .share)
      if let smallest, smallest == .none, let range = keys.places.range(of: .smallest) {
        context.error(
          .invalidValue, at: range, "the smallest effect worth shipping is more than 0%",
          help: "write a share like 3%, or remove the key")
      }
      let margin = keys.optional(.margin, .margin)
      let cap = keys.optional(.cap, .share)
      guard let name else { return nil }
      if let margin { keys.check(margin, of: name, context) }
      if let cap { keys.check(cap: cap, of: name, context) }
      return DeclaredMetric(
        goal: MetricGoal(
          name, window: window, direction: direction, smallest: smallest, margin: margin, cap: cap),
        range: entry.keyRange,
        window: window.map {
          DeclaredMetrics.DeclaredWindow(
            metric: name, window: $0, place: keys.places[.window])
        }, margin: margin.map { _ in keys.places[.margin] })
    }
  }
}

extension NodeDecoder where Value == Located<MetricName> {
  fileprivate static var metricName: NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "a metric", example: "refundShare", context) else {
        return nil
      }
      return MetricName(text, at: node.range, context).map {
        Located($0, at: context.place(node.range))
      }
    }
  }
}

extension NodeDecoder where Value == MetricMargin {
  fileprivate static var margin: NodeDecoder {
    NodeDecoder("a margin", example: "1pp") { MetricMargin($0) }
  }
}

extension MappingReader where Key == MetricKey {
  /// Points are of a share, and money of money.
  fileprivate func check(_ margin: MetricMargin, of name: MetricName, _ context: DecodingContext) {
    guard let range = places.range(of: .margin) else { return }
    switch (margin, name) {
    case (.points, .proceedsPerVisitor):
      context.error(
        .invalidValue, at: range, "'\(name.rawValue)' is money, and has no points",
        help: "write an amount like 0.05 USD, or a part of the control's like 5%")
    case (.money, let name) where name != .proceedsPerVisitor:
      context.error(
        .invalidValue, at: range, "'\(name.rawValue)' is a share, and no money",
        help: "write points like 1pp, or a part of the control's like 10%")
    default: return
    }
  }

  /// Below the median a cap would cut most of those who pay.
  fileprivate func check(cap: BasisPoints, of name: MetricName, _ context: DecodingContext) {
    guard let range = places.range(of: .cap) else { return }
    guard name == .proceedsPerVisitor else {
      context.error(
        .invalidValue, at: range, "only money has a cap", help: "remove 'cap'")
      return
    }
    guard cap.value < 5_000 else { return }
    context.error(
      .invalidValue, at: range, "a cap below 50% cuts most of those who pay",
      help: "write a percentile like 99%; 100% cuts nobody")
  }
}

extension MetricName {
  /// Reports an unknown name, and warns of one that was valid before.
  fileprivate init?(_ text: String, at range: SourceRange, _ context: DecodingContext) {
    if let name = MetricName(rawValue: text) {
      self = name
      return
    }
    if let name = MetricName.former[text] {
      context.warning(
        .formerName, at: range, "'\(text)' is called '\(name.rawValue)' now",
        help: "'paywall fmt' rewrites it")
      self = name
      return
    }
    let names = MetricName.allCases.map(\.rawValue)
    context.error(
      .unknownName, at: range, "there is no metric '\(text.shortened)'",
      help: Nearest.help(for: text, among: names) ?? "use \(Nearest.list(names))")
    return nil
  }
}
