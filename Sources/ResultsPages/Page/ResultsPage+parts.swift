import ExperimentReports
import ExperimentResults
import HTTPDocuments
import PaywallCatalog

extension ResultsPage {
  private var healthWords: String {
    let broken = report.health.count { $0.state == .broken }
    let warnings = report.health.count { $0.state == .warning }
    if broken > 0 {
      return "\(broken) of \(ResultsWords.counted(report.health.count, "check")) failed"
    }
    if warnings > 0 { return "nothing is broken, \(warnings) to look at" }
    return "nothing is broken"
  }

  var health: Markup {
    let checks = report.health.map { check -> Markup in
      let (state, tone): (String, Tone) =
        switch check.state {
        case .healthy: ("✓ fine", .good)
        case .unknown: ("? not known yet", .calm)
        case .warning: ("! to look at", .warn)
        case .broken: ("✕ broken", .bad)
        }
      let chance = check.kind == .staleLedger ? nil : check.p
      let p = chance.map { " p \($0 < 0.001 ? "" : "= ")\(ResultsWords.probability($0))." }
      let detail = check.sentence + (p ?? "")
      return """
        <li class="\(text: tone.rawValue)"><span class="state">\(text: state)</span><b>\(text: check.name)</b><span>\(text: detail)</span></li>

        """
    }
    return .section("health", "Health", words: healthWords, "<ul class=\"health\">\n\(checks)</ul>")
  }

  // MARK: The funnel

  var funnel: Markup? {
    guard report.funnels.contains(where: { $0.shown + $0.waiting > 0 }) else { return nil }
    let waiting = report.funnels.reduce(0) { $0 + $1.waiting }
    return .section(
      "funnel", "Funnel", words: "so far",
      """
      \(Markup.note("People who have had the time to decide, as they stand; \(ResultsWords.counted(waiting, "person")) who were shown it later wait\(waiting == 1 ? "s" : "") and do not count. A bar is the share of the step before."))
      <table class="funnel">
      <thead><tr><th scope="col">Step</th><th scope="col" class="plot"><span class="hidden">Picture</span></th><th scope="col" class="number">People</th><th scope="col" class="number">Of shown</th><th scope="col" class="number">Of the step before</th></tr></thead>
      \(Self.steps.map(rows))
      </table>
      """)
  }

  private struct Step: Sendable {
    var name: String
    var words: String
    var count: @Sendable (Funnel) -> Int
    /// The count of the step before; `nil` for the first one.
    var before: (@Sendable (Funnel) -> Int)?
  }

  private static let steps = [
    Step(name: "Shown", words: "saw the paywall", count: \.shown),
    Step(
      name: "Started", words: "bought something or began a trial", count: \.started,
      before: \.shown),
    Step(name: "Paid", words: "paid at least once", count: \.paid, before: \.started),
    Step(
      name: "Renewed", words: "paid at least twice for a subscription", count: \.renewed,
      before: \.paid),
  ]

  private func rows(_ step: Step) -> Markup {
    let rows = report.funnels.map { funnel -> Markup in
      let (people, color) = (step.count(funnel), color(funnel.variant))
      let share = Self.share(people, of: funnel.shown)
      let ofBefore = step.before.map { Self.share(people, of: $0(funnel)) }
      let words = step.before.map { $0(funnel) > 0 ? Wording.percent(ofBefore ?? 0) : "–" } ?? ""
      return """
        <tr class="same"><th scope="row" class="variant">\(Markup.key(color))\(text: funnel.variant)</th><td class="plot"><svg width="100%" height="16" aria-hidden="true"><rect class="lane" width="100%" height="16" rx="3"/><rect class="bar \(text: color)" width="\(text: (min(ofBefore ?? share, 1) * 100).coordinate)%" height="16" rx="3"/></svg></td><td class="number">\(text: Wording.count(people))</td><td class="number">\(text: Wording.percent(share))</td><td class="number">\(text: words)</td></tr>

        """
    }
    return """
      <tbody>
      <tr class="step"><th scope="rowgroup" colspan="5">\(text: step.name)\(Markup.small(step.words))</th></tr>
      \(rows)
      </tbody>

      """
  }

  private static func share(_ part: Int, of all: Int) -> Double {
    all > 0 ? Double(part) / Double(all) : 0
  }

  // MARK: Money over time

  var curve: Markup? {
    guard let drawing = CurveDrawing(report.proceeds, currency) else { return nil }
    return .section(
      "curve", "Proceeds per person over days since the exposure",
      words: "\(currency), after refunds and Apple's share",
      """
      \(Markup.note("Day 14 is about the people who were shown the paywall at least 14 days ago. In the shaded part some were shown it later, so the lines still move."))
      \(drawing.chart(color: color).markup)
      """)
  }

  var effect: Markup? {
    guard let primary = report.primary, let drawing = EffectDrawing(report) else { return nil }
    return .section(
      "effect", "The effect over time", words: "\(primary.name.words), against control",
      """
      \(Markup.note("All people up to the day whose window has closed. The band is the interval; a line that sinks was a novelty, and one that jumps an outage or a release."))
      \(drawing.chart(color: color).markup)
      """)
  }

  // MARK: Where the numbers come from

  var source: Markup {
    let parts = origins.map { name, value -> Markup in
      "<dt>\(text: name)</dt><dd>\(text: value)</dd>\n"
    }
    return .section(
      "source", "Where these numbers come from",
      """
      <dl class="source">
      \(parts)
      </dl>
      \(downloads)
      \(excluded)
      \(recompute)
      """)
  }

  private var origins: [(name: String, value: String)] {
    let from = report.provenance
    let primary = report.primary
    let cap = primary.flatMap { metric in
      metric.cap.map {
        "a person counts with at most \(Wording.money(Double($0), currency)), the \(Wording.percent(from.capPercentile)) percentile of those who paid; \(ResultsWords.counted(metric.cut, "person")) cut\(uncapped(metric))"
      }
    }
    let rates = from.rates.map { rate in
      "\(rate.currency) \(Wording.decimal(Double(rate.micros) / 1_000_000, 3)) of \(rate.date)"
    }.joined(separator: ", ")
    let computed =
      "\(ResultsWords.minute(report.computedAt)), from everything up to \(ResultsWords.minute(report.asOf))"
    let people =
      "\(Wording.count(from.units)) ids were shown a variant; \(ResultsWords.counted(from.personsWithCustomers, "person")) could be joined to a customer of the App Store; \(ResultsWords.counted(from.erasedPersons, "person")) erased since count as totals"
    let parts: [(String, String?)] = [
      ("Computed", computed), ("Release", from.release),
      (
        "Newest fact",
        from.newestFact.map(ResultsWords.minute) ?? "the ledger has no fact of this environment"
      ),
      ("App Store", report.environment.rawValue),
      (
        "Window",
        primary.map {
          "\(ResultsWords.period($0.window)) from each person's first exposure; only closed windows count"
        }
      ),
      ("Cap", cap), ("Note", primary?.note),
      ("Apple's share", from.commission.isEmpty ? nil : from.commission),
      (
        "Rates",
        rates.isEmpty ? nil : "for 1 \(from.base), the same for the whole phase: \(rates)"
      ),
      ("People", people),
    ]
    return parts.compactMap { name, value in value.map { (name, $0) } }
  }

  private func uncapped(_ metric: ReportMetric) -> String {
    let raw = metric.arms.compactMap { arm in
      arm.rawValue(metric.kind).map {
        "\(arm.variant) \(Wording.money($0, currency, isAverage: true))"
      }
    }
    return raw.isEmpty ? "" : "; without the cap: \(raw.joined(separator: ", "))"
  }

  private var excluded: Markup {
    let none = report.exclusions.rows.filter(\.isZero).map { $0.name.lowercased() }
    let missing = none.isEmpty ? nil : "Looked for, and not found: \(none.joined(separator: ", "))."
    let rows = report.exclusions.rows.filter { !$0.isZero }.map { row -> Markup in
      """
      <tr><th scope="row">\(text: row.name)\(Markup.small(row.why))</th><td class="number">\(text: row.count)</td></tr>

      """
    }
    let table: Markup? =
      rows.isEmpty
      ? nil
      : """
      <table class="excluded">
      <thead><tr><th scope="col">Reason</th><th scope="col" class="number">Count</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
    return """
      <h3>Left out, and why</h3>
      \(table)
      \(missing.map(Markup.note))
      \(sensitivity.map(Markup.note))
      """
  }

  /// The goal without persons who saw two variants.
  private var sensitivity: String? {
    guard let other = report.withoutConflicts, let best = report.leading,
      let effect = other.comparisons.first(where: { $0.variant == best.variant })?.comparison
        .relative,
      let own = report.primary?.comparisons.first(where: { $0.variant == best.variant })?
        .comparison.relative
    else { return nil }
    return
      "Without the \(ResultsWords.counted(report.exclusions.conflicted, "person")) who saw several variants, \(best.variant) is at \(Wording.change(effect.estimate)) (\(ResultsWords.range(effect.sequential))) instead of \(Wording.change(own.estimate)). Leaving them out biases unequal shares, so the verdict counts them."
  }

  private var recompute: Markup? {
    let sql = report.provenance.recomputation
    guard !sql.isEmpty else { return nil }
    let size = ResultsWords.counted(sql.split(separator: "\n").count, "line")
    return """
      <h3>Recompute it</h3>
      <p>Every number above follows from the ledger's tables, in DuckDB and without this program. Keep the lines below as results.sql, and run</p>
      <pre tabindex="0" aria-label="Commands to recompute the numbers">paywall ledger export --tables tables
      cd tables &amp;&amp; duckdb -init ../results.sql</pre>
      <details><summary>results.sql\(Markup.small(size))</summary>
      <pre tabindex="0" aria-label="SQL to recompute the numbers">\(text: sql)</pre>
      </details>
      """
  }
}
