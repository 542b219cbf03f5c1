internal import PaywallCatalog
internal import YAMLText

/// A metric with the place of its name.
struct DeclaredMetric {
  var goal: MetricGoal
  var range: SourceRange
  var window: DeclaredMetrics.DeclaredWindow?
  /// The place of its margin.
  var margin: Place?
}

extension NodeDecoder where Value == DeclaredMetric {
  /// A name, or a name with what differs from its defaults: `{ paidRate: { window: P30D } }`.
  static func metric(isGuardrail: Bool) -> NodeDecoder {
    NodeDecoder(in: { schema(in: $0, isGuardrail: isGuardrail) }) { node, context in
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
      return terms(of: name, isGuardrail: isGuardrail, at: entry.keyRange)
        .decode(entry.value, context)
    }
  }

  private static func schema(in folder: Folder, isGuardrail: Bool) -> JSONSchema {
    func terms(_ name: MetricName?) -> JSONSchema {
      Self.terms(of: name, isGuardrail: isGuardrail, at: nil).schema(folder)
    }
    let names = MetricName.allCases.map {
      ($0.rawValue, terms($0).described($0.explanation))
    }
    let former = MetricName.former.keys.sorted()
    let formerNames = former.map {
      ($0, terms(MetricName.former[$0]).described("A former name; 'fmt' rewrites it."))
    }
    return .anyOf([
      .choice(MetricName.self),
      JSONSchema.object(names + formerNames).with("minProperties", .integer(1)),
      ["enum": .texts(former)],
    ])
  }

  /// Only a guardrail has a margin, and only money a cap.
  private static func terms(
    of name: MetricName?, isGuardrail: Bool, at range: SourceRange?
  ) -> NodeDecoder {
    .mapping("a metric", named: range) { (keys: MappingReader<MetricKey>) in
      let isMoney = name == .proceedsPerVisitor
      let nothing: JSONSchema = ["not": .object([])]
      let window = keys.optional(
        .window, .period.examples(["P3D", "P30D", "P60D"]),
        "The time after the first exposure that counts.")
      let direction: MetricDirection? = keys.optional(
        .direction, .choice, "The direction of a gain; follows from the metric.")
      let smallest = keys.optional(
        .smallest, .share, "The smallest relative effect worth shipping, like 3%.")
      if let smallest, smallest == .none, let range = keys.places.range(of: .smallest) {
        keys.context.error(
          .invalidValue, at: range, "the smallest effect worth shipping is more than 0%",
          help: "write a share like 3%, or remove the key")
      }
      let margin = keys.optional(
        .margin,
        isGuardrail ? .margin(isMoney: isMoney) : .margin(isMoney: isMoney).shown(as: nothing),
        isGuardrail
          ? "The largest loss to accept, in its unit or as a share of the control's value."
          : "Only a guardrail has a margin.")
      let cap = keys.optional(
        .cap, isMoney ? .share.examples(["99%"]) : .share.shown(as: nothing),
        isMoney
          ? "The percentile of payers at which a person's total is cut."
          : "Only money has a cap.")
      guard let name else { return nil }
      if let margin { keys.check(margin, of: name, keys.context) }
      if let cap { keys.check(cap: cap, of: name, keys.context) }
      return DeclaredMetric(
        goal: MetricGoal(
          name, window: window, direction: direction, smallest: smallest, margin: margin, cap: cap),
        range: range ?? keys.places.head,
        window: window.map {
          DeclaredMetrics.DeclaredWindow(
            metric: name, window: $0, place: keys.places[.window])
        }, margin: margin.map { _ in keys.places[.margin] })
    }
  }
}

extension NodeDecoder where Value == Located<MetricName> {
  static var metricName: NodeDecoder {
    NodeDecoder(.choice(MetricName.self)) { node, context in
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
  fileprivate static func margin(isMoney: Bool) -> NodeDecoder {
    NodeDecoder(
      "a margin", example: "1pp",
      .plain(isMoney ? Patterns.moneyMargin : Patterns.shareMargin)
        .examples(["10%", isMoney ? "0.05 USD" : "1pp"])
    ) { MetricMargin($0) }
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
