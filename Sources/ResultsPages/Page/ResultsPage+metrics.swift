import ExperimentResults
import PaywallCatalog

extension ResultsPage {
  var goal: PageValue {
    guard let primary = report.primary else { return .none }
    var values = compared(primary)
    values["doubt"] =
      isBroken
      ? "Something is broken, so these numbers may be wrong: decide nothing by them."
      : PageValue.none
    values["note"] = .text(note(primary))
    values["densities"] = PageValue(primary.comparisons.compactMap { density($0, primary) }) { $0 }
    return .object(values)
  }

  /// Then no number is coloured as good or bad.
  private var isBroken: Bool { report.verdict.decision == .broken }

  private func note(_ metric: ReportMetric) -> String {
    var parts = [
      "\(ResultsWords.counted(metric.persons, "person")) count\(metric.persons == 1 ? "s" : ""), as their window has closed; \(Wording.count(metric.waiting)) wait\(metric.waiting == 1 ? "s" : "")."
    ]
    if let smallest = metric.smallest {
      parts.append(
        "The dotted line is the smallest difference worth shipping, \(Wording.percent(smallest)).")
    }
    if metric.direction == .lowerIsBetter { parts.append("Lower is better.") }
    if let words = metric.adjustmentWords { parts.append(words) }
    return parts.joined(separator: " ")
  }

  private func density(_ named: NamedComparison, _ metric: ReportMetric) -> PageValue? {
    guard let effect = named.comparison.relative,
      let drawing = DensityDrawing(effect.posterior, metric.direction)
    else { return nil }
    let posterior = effect.posterior
    let chance = named.comparison.chanceToWin ?? posterior.chanceToWin
    var words =
      "\(named.variant) is better with a chance of \(ResultsWords.chance(chance)). Shipping it risks \(Self.risk(posterior.riskOfVariant)), keeping control \(Self.risk(posterior.riskOfControl))."
    if metric.isMoney, let impact = named.impact, impact.perDay.isFinite {
      words +=
        " If everybody got it: \(impact.perDay > 0 ? "+" : "")\(ResultsWords.money(impact.perDay, currency)) a day."
    }
    return .object(
      drawing.values.merging(
        [
          "color": .text(color(named.variant)), "words": .text(words),
          "label": .text(
            "What the difference of \(named.variant) may be: most likely \(Wording.change(posterior.mean)), better than control with a chance of \(ResultsWords.chance(chance))"
          ),
        ], uniquingKeysWith: { $1 }))
  }

  private static func risk(_ risk: Double) -> String {
    risk < 0.0005 ? "less than 0.1%" : Wording.percent(risk)
  }

  var guardrails: PageValue {
    guard !report.guardrails.isEmpty else { return .none }
    return [
      "words": .text(
        (ResultsSummary(report).guardrails?.answer ?? "").loweredFirst),
      "metrics": PageValue(report.guardrails) { .object(compared($0)) },
    ]
  }

  var secondary: PageValue {
    guard !report.secondary.isEmpty else { return .none }
    return ["metrics": PageValue(report.secondary) { .object(compared($0)) }]
  }

  var breakdowns: PageValue {
    let breakdowns = report.breakdowns.filter { !$0.rows.isEmpty }
    guard !breakdowns.isEmpty, let primary = report.primary else { return .none }
    let (planned, others) = (
      breakdowns.filter { !$0.isExploratory }, breakdowns.filter(\.isExploratory)
    )
    return [
      "planned": planned.isEmpty
        ? .none
        : [
          "note":
            "The experiment's file names these. Their intervals hold for all of their rows together. They decide nothing.",
          "parts": PageValue(planned) { .object(compared($0, primary)) },
        ],
      "exploratory": others.isEmpty
        ? .none
        : [
          "note":
            "Nobody planned to decide by these. Among so many rows one looks good or bad by chance: a reason to test again, not to ship.",
          "parts": PageValue(others) { .object(compared($0, primary)) },
        ],
    ]
  }

  /// A table of one metric: a row for each variant.
  func compared(_ metric: ReportMetric) -> [String: PageValue] {
    let drawing = IntervalDrawing(intervals(metric.comparisons), least: least(metric))
    return [
      "name": .text(metric.name.words),
      "window": .text(
        "\(metric.windowWords) · \(metric.direction == .higherIsBetter ? "higher" : "lower") is better"
      ),
      "caption": .text("\(metric.name.words) by variant"), "rowName": "Variant",
      "valueName": .text(metric.name.valueName), "control": .text(Experiment.control),
      "intervalName": "95% interval",
      "rows": PageValue(metric.arms) { arm in
        let share = report.variants.first { $0.name == arm.variant }.map { "\($0.share)" }
        return row(
          name: arm.variant, color: color(arm.variant), words: share, arm: arm,
          metric.comparisons.first { $0.variant == arm.variant }, metric, drawing)
      },
      "axis": axis(metric.comparisons, drawing),
    ]
  }

  /// A table of one dimension: a row for each value and variant but the control.
  private func compared(_ breakdown: Breakdown, _ metric: ReportMetric) -> [String: PageValue] {
    let drawing = IntervalDrawing(
      breakdown.rows.flatMap { intervals($0.comparisons) }, least: least(metric))
    let lines = breakdown.rows.flatMap { row in
      row.arms.filter { $0.variant != Experiment.control }.map { (row, $0) }
    }
    return [
      "name": .text("By \(Self.words(dimension: breakdown.dimension))"),
      "words": .text(
        "\(metric.name.words), \(ResultsWords.counted(breakdown.rows.count, "row"))"
      ),
      "caption": .text("\(metric.name.words) by \(Self.words(dimension: breakdown.dimension))"),
      "rowName": .text(Self.words(dimension: breakdown.dimension).capitalizedFirst),
      "valueName": .text(metric.name.valueName), "control": .text(Experiment.control),
      "intervalName": "95% interval",
      "rows": PageValue(lines) { line, arm in
        row(
          name: breakdown.words(of: line), color: color(arm.variant), words: arm.variant, arm: arm,
          line.comparisons.first { $0.variant == arm.variant }, metric, drawing, isWhole: false)
      },
      "axis": axis(breakdown.rows.flatMap(\.comparisons), drawing),
    ]
  }

  private func intervals(_ comparisons: [NamedComparison]) -> [Interval] {
    comparisons.compactMap(\.comparison.relative?.sequential)
  }

  private func axis(_ comparisons: [NamedComparison], _ drawing: IntervalDrawing) -> PageValue {
    comparisons.contains { $0.comparison.relative != nil } ? drawing.axis : .none
  }

  private func least(_ metric: ReportMetric) -> Double? {
    metric.smallest.map { metric.direction.gain($0) }
  }

  private func row(
    name: String, color: String, words: String?, arm: ReportArm, _ named: NamedComparison?,
    _ metric: ReportMetric, _ drawing: IntervalDrawing, isWhole: Bool = true
  ) -> PageValue {
    let effect = named?.comparison.relative
    let state = named.map {
      isWhole ? report.state(metric, $0) : metric.state($0.comparison)
    }
    let people =
      arm.waiting > 0
      ? "\(Wording.count(arm.persons)) (+\(Wording.count(arm.waiting)) wait)"
      : Wording.count(arm.persons)
    return [
      "name": .text(name), "color": .text(color), "words": PageValue(words),
      "people": .text(people), "value": .text(metric.text(arm, currency)),
      "tone": .text((isBroken ? .calm : state?.tone ?? .calm).rawValue),
      "change": PageValue(named.flatMap { metric.change($0.comparison, currency) }),
      "state": PageValue(state?.words),
      "interval": PageValue(named.flatMap { metric.range($0.comparison, currency) }),
      "plot": effect.map { drawing.values($0.sequential, at: $0.estimate) } ?? .none,
    ]
  }

  private static func words(dimension: String) -> String {
    switch dimension {
    case "appVersion": "app version"
    case "new": "new or returning"
    default: dimension
    }
  }
}

extension String {
  fileprivate var loweredFirst: String { prefix(1).lowercased() + dropFirst() }
}
