import ExperimentReports
import ExperimentResults
import HTTPDocuments
import PaywallCatalog

extension ResultsPage {
  var goal: Markup? {
    guard let primary = report.primary else { return nil }
    let doubt =
      isBroken
      ? "Something is broken, so these numbers may be wrong: do not decide by them." : nil
    return .section(
      "goal", "Goal: \(primary.name.words)", words: windowWords(primary), style: "goal",
      """
      \(doubt.map { Markup.alert($0, .bad) })
      \(Markup.note(note(primary)))
      \(compared(primary))
      <div class="densities">
      \(primary.comparisons.compactMap { density($0, primary) })
      </div>
      """)
  }

  /// True if no number may be coloured as good or bad.
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

  private func density(_ named: NamedComparison, _ metric: ReportMetric) -> Markup? {
    guard let effect = named.comparison.relative,
      let drawing = DensityDrawing(effect.posterior, metric.direction)
    else { return nil }
    let posterior = effect.posterior
    let chance = named.comparison.chanceToWin ?? posterior.chanceToWin
    var words =
      "\(named.variant) is better with a chance of \(ResultsWords.chance(chance)). Shipping it risks \(Self.risk(posterior.riskOfVariant)), keeping control \(Self.risk(posterior.riskOfControl))."
    if metric.isMoney, let impact = named.impact, impact.perDay.isFinite {
      words +=
        " If everybody got it: \(impact.perDay > 0 ? "+" : "")\(Wording.money(impact.perDay, currency)) a day."
    }
    let label =
      "The difference of \(named.variant): most likely \(Wording.change(posterior.mean)), better than control with a chance of \(ResultsWords.chance(chance))"
    return """
      <figure>\(drawing.markup(label))
      <figcaption>\(Markup.key(color(named.variant)))\(text: words)</figcaption></figure>

      """
  }

  private static func risk(_ risk: Double) -> String {
    risk < 0.0005 ? "less than 0.1%" : Wording.percent(risk)
  }

  var guardrails: Markup? {
    guard !report.guardrails.isEmpty else { return nil }
    return .section(
      "guardrails", "Guardrails", words: report.harm.answer.loweredFirst,
      "\(report.guardrails.map(titled))")
  }

  var secondary: Markup? {
    guard !report.secondary.isEmpty else { return nil }
    return .section(
      "secondary", "Other metrics", words: "they decide nothing", "\(report.secondary.map(titled))")
  }

  private func titled(_ metric: ReportMetric) -> Markup {
    """
    <h3>\(text: metric.name.words)\(Markup.small(windowWords(metric)))</h3>
    \(compared(metric))

    """
  }

  private func windowWords(_ metric: ReportMetric) -> String {
    "\(metric.windowWords) · \(metric.direction == .higherIsBetter ? "higher" : "lower") is better"
  }

  var breakdowns: Markup? {
    let breakdowns = report.breakdowns.filter { !$0.rows.isEmpty }
    guard !breakdowns.isEmpty, let primary = report.primary else { return nil }
    let planned = breakdowns.filter { !$0.isExploratory }.map { breakdown -> Markup in
      """
      <h4>\(title(breakdown, primary))</h4>
      \(compared(breakdown, primary))

      """
    }
    let others = breakdowns.filter(\.isExploratory).map { breakdown -> Markup in
      """
      <details><summary>\(title(breakdown, primary))</summary>
      \(compared(breakdown, primary))
      </details>

      """
    }
    let parts: [(String, String, [Markup])] = [
      (
        "Planned",
        "The experiment's file names these. Their intervals hold for all of their rows together. They decide nothing.",
        planned
      ),
      (
        "Exploratory",
        "These were not planned for a decision. Among so many rows one looks good or bad by chance: a reason to test again, not to ship.",
        others
      ),
    ]
    let shown = parts.filter { !$0.2.isEmpty }.map { heading, words, parts -> Markup in
      "<h3>\(text: heading)</h3>\n\(Markup.note(words))\n\(parts)"
    }
    return .section("breakdowns", "Breakdowns", "\(shown)")
  }

  private func title(_ breakdown: Breakdown, _ metric: ReportMetric) -> Markup {
    let words = "\(metric.name.words), \(ResultsWords.counted(breakdown.rows.count, "row"))"
    return "By \(text: breakdown.title)\(Markup.small(words))"
  }

  /// A table of one metric: a row for each variant.
  private func compared(_ metric: ReportMetric) -> Markup {
    let drawing = IntervalDrawing(intervals(metric.comparisons), least: least(metric))
    let rows = metric.arms.map { arm in
      let share = report.variants.first { $0.name == arm.variant }.map { "\($0.share)" }
      return row(
        name: arm.variant, words: share, arm,
        metric.comparisons.first { $0.variant == arm.variant }, metric, drawing)
    }
    return compared(
      metric, by: "variant", rows, axis: axis(metric.comparisons, drawing))
  }

  /// A table of one dimension: a row for each value and variant but the control.
  private func compared(_ breakdown: Breakdown, _ metric: ReportMetric) -> Markup {
    let drawing = IntervalDrawing(
      breakdown.rows.flatMap { intervals($0.comparisons) }, least: least(metric))
    let lines = breakdown.rows.flatMap { row in
      row.arms.filter { $0.variant != Experiment.control }.map { (row, $0) }
    }
    let rows = lines.map { line, arm in
      row(
        name: breakdown.words(of: line), words: arm.variant, arm,
        line.comparisons.first { $0.variant == arm.variant }, metric, drawing, isWhole: false)
    }
    return compared(
      metric, by: breakdown.title, rows,
      axis: axis(breakdown.rows.flatMap(\.comparisons), drawing))
  }

  private func compared(
    _ metric: ReportMetric, by dimension: String, _ rows: [Markup], axis: Markup?
  ) -> Markup {
    let foot = axis.map { axis -> Markup in
      "<tfoot><tr><td></td><td></td><td></td><td></td><td class=\"plot\">\(axis)</td></tr></tfoot>\n"
    }
    return """
      <table class="compared">
      <caption class="hidden">\(text: metric.name.words) by \(text: dimension)</caption>
      <thead><tr><th scope="col">\(text: dimension.capitalizedFirst)</th><th scope="col" class="number">People</th><th scope="col" class="number">\(text: metric.name.valueName)</th><th scope="col">Against \(text: Experiment.control)</th><th scope="col" class="plot">95% interval</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      \(foot)</table>
      """
  }

  private func intervals(_ comparisons: [NamedComparison]) -> [Interval] {
    comparisons.compactMap(\.comparison.relative?.sequential)
  }

  private func axis(_ comparisons: [NamedComparison], _ drawing: IntervalDrawing) -> Markup? {
    comparisons.contains { $0.comparison.relative != nil } ? drawing.axis : nil
  }

  private func least(_ metric: ReportMetric) -> Double? {
    metric.smallest.map { metric.direction.gain($0) }
  }

  private func row(
    name: String, words: String?, _ arm: ReportArm, _ named: NamedComparison?,
    _ metric: ReportMetric, _ drawing: IntervalDrawing, isWhole: Bool = true
  ) -> Markup {
    let state = named.map {
      isWhole ? report.state(metric, $0) : metric.state($0.comparison)
    }
    let stateWords = named.map {
      isWhole ? report.stateWords(metric, $0) : metric.state($0.comparison).words
    }
    let tone = (isBroken ? .calm : state?.tone ?? .calm).rawValue
    let people =
      arm.waiting > 0
      ? "\(Wording.count(arm.persons)) (+\(Wording.count(arm.waiting)) wait)"
      : Wording.count(arm.persons)
    let change = named.flatMap { metric.change($0.comparison, currency) }
    let range = named.flatMap { metric.range($0.comparison, currency) }
    let plot = named?.comparison.relative.map { drawing.markup($0.sequential, at: $0.estimate) }
    return """
      <tr><th scope="row">\(Markup.key(color(arm.variant)))\(text: name)\(Markup.small(words))</th><td class="number" data-name="People">\(text: people)</td><td class="number" data-name="\(text: metric.name.valueName)">\(text: metric.text(arm, currency))</td><td class="change \(text: tone)" data-name="Against \(text: Experiment.control)">\(change.map { "<b>\(text: $0)</b>" })\(stateWords.map { " <span class=\"pill\">\(text: $0)</span>" })\(range.map { "<br><small>\(text: $0)</small>" })</td><td class="plot \(text: tone)">\(plot)</td></tr>

      """
  }
}

extension String {
  fileprivate var loweredFirst: String { prefix(1).lowercased() + dropFirst() }
}
