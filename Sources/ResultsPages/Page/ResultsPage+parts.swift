package import ExperimentResults
import PaywallCatalog

extension ResultsPage {
  var healthWords: String {
    let broken = report.health.count { $0.state == .broken }
    let warnings = report.health.count { $0.state == .warning }
    if broken > 0 {
      return "\(broken) of \(ResultsWords.counted(report.health.count, "check")) failed"
    }
    if warnings > 0 { return "nothing is broken, \(warnings) to look at" }
    return "nothing is broken"
  }

  var health: PageValue {
    PageValue(report.health) { check in
      let (state, tone): (String, Tone) =
        switch check.state {
        case .healthy: ("✓ fine", .good)
        case .unknown: ("? not known yet", .calm)
        case .warning: ("! to look at", .warn)
        case .broken: ("✕ broken", .bad)
        }
      let chance = check.kind == .staleLedger ? nil : check.p
      return [
        "state": .text(state), "tone": .text(tone.rawValue), "name": .text(check.name),
        "detail": .text(check.sentence + (chance.map { " p \(Self.probability($0))." } ?? "")),
      ]
    }
  }

  private static func probability(_ p: Double) -> String {
    p < 0.001 ? "< 0.001" : "= \(ResultsWords.decimal(p, 3))"
  }

  // MARK: The funnel

  var funnel: PageValue {
    guard report.funnels.contains(where: { $0.shown + $0.waiting > 0 }) else { return .none }
    let steps: [(name: String, words: String, KeyPath<Funnel, Int>, KeyPath<Funnel, Int>?)] = [
      ("Shown", "saw the paywall", \.shown, nil),
      ("Started", "bought something or began a trial", \.started, \.shown),
      ("Paid", "paid at least once", \.paid, \.started),
      ("Renewed", "paid at least twice for a subscription", \.renewed, \.paid),
    ]
    let waiting = report.funnels.reduce(0) { $0 + $1.waiting }
    return [
      "note": .text(
        "People who have had the time to decide, as they stand; \(ResultsWords.counted(waiting, "person")) who were shown it later wait\(waiting == 1 ? "s" : "") and do not count. A bar is the share of the step before."
      ),
      "steps": PageValue(steps) { name, words, count, before in
        [
          "name": .text(name), "words": .text(words),
          "rows": PageValue(report.funnels) { funnel in
            let share = Self.share(funnel[keyPath: count], of: funnel.shown)
            let step = before.map {
              Self.share(funnel[keyPath: count], of: funnel[keyPath: $0])
            }
            return [
              "color": .text(color(funnel.variant)), "name": .text(funnel.variant),
              "width": .percent(min(step ?? share, 1) * 100),
              "people": .text(Wording.count(funnel[keyPath: count])),
              "share": .text(Wording.percent(share)),
              "ofBefore": .text(
                before.map { funnel[keyPath: $0] > 0 ? Wording.percent(step ?? 0) : "–" } ?? ""),
            ]
          },
        ]
      },
    ]
  }

  private static func share(_ part: Int, of all: Int) -> Double {
    all > 0 ? Double(part) / Double(all) : 0
  }

  // MARK: Money over time

  var curve: PageValue {
    guard let drawing = CurveDrawing(report.proceeds, currency) else { return .none }
    let values = drawing.values(color: color)
    return .object(
      values.merging(
        [
          "heading": "Proceeds per person over days since the exposure",
          "unit": .text("\(currency), after refunds and Apple's share"),
          "note":
            "Day 14 is about the people who were shown the paywall at least 14 days ago. Where the ground is shaded some were shown it later, so the lines still move.",
        ], uniquingKeysWith: { $1 }))
  }

  var effect: PageValue {
    guard let primary = report.primary, let drawing = EffectDrawing(report) else { return .none }
    return .object(
      drawing.values(color: color).merging(
        [
          "heading": "The effect over time",
          "unit": .text("\(primary.name.words), against control"),
          "note":
            "Everybody up to the day whose window has closed. The band is the interval; a line that sinks was a novelty, and one that jumps an outage or a release.",
        ], uniquingKeysWith: { $1 }))
  }

  // MARK: Where the numbers come from

  var source: PageValue {
    let from = report.provenance
    var parts: [(String, String)] = [
      (
        "Computed",
        "\(ResultsWords.minute(report.computedAt)), from everything up to \(ResultsWords.minute(report.asOf))"
      ),
      ("Release", from.release),
      (
        "Newest fact",
        from.newestFact.map(ResultsWords.minute) ?? "the ledger has none of this environment"
      ),
      ("App Store", report.environment.rawValue),
    ]
    if let primary = report.primary {
      parts.append(
        (
          "Window",
          "\(ResultsWords.period(primary.window)) from each person's first exposure; only closed windows count"
        ))
      if let cap = primary.cap {
        parts.append(
          (
            "Cap",
            "a person counts with at most \(ResultsWords.money(Double(cap), currency)), the \(Wording.percent(from.capPercentile)) percentile of those who paid; \(ResultsWords.counted(primary.cut, "person")) cut\(uncapped(primary))"
          ))
      }
      if let note = primary.note { parts.append(("Note", note)) }
    }
    if !from.commission.isEmpty { parts.append(("Apple's share", from.commission)) }
    let rates = from.rates.map { rate in
      "\(rate.currency) \(ResultsWords.decimal(Double(rate.micros) / 1_000_000, 3)) of \(rate.date)"
    }
    if !rates.isEmpty {
      parts.append(
        (
          "Rates",
          "for 1 \(from.base), the same for the whole phase: \(rates.joined(separator: ", "))"
        ))
    }
    parts.append(
      (
        "People",
        "\(Wording.count(from.units)) ids were shown a variant; \(ResultsWords.counted(from.personsWithCustomers, "person")) could be joined to a customer of the App Store; \(ResultsWords.counted(from.erasedPersons, "person")) erased since count as totals"
      ))
    return PageValue(parts) { ["name": .text($0.0), "value": .text($0.1)] }
  }

  private func uncapped(_ metric: ReportMetric) -> String {
    let raw = metric.arms.compactMap { arm in
      arm.rawValue(metric.kind).map {
        "\(arm.variant) \(ResultsWords.money($0, currency, isAverage: true))"
      }
    }
    return raw.isEmpty ? "" : "; without the cap: \(raw.joined(separator: ", "))"
  }

  var excluded: PageValue {
    let none = report.exclusions.rows.filter(\.isZero).map { $0.name.lowercased() }
    return PageValue.object([
      "any": .flag(report.exclusions.rows.contains { !$0.isZero }),
      "none": none.isEmpty
        ? .none : .text("Looked for, and not found: \(none.joined(separator: ", "))."),
      "rows": PageValue(report.exclusions.rows.filter { !$0.isZero }) { row in
        [
          "name": .text(row.name), "why": .text(row.why), "count": .text(row.count),
        ]
      },
      "sensitivity": sensitivity,
    ])
  }

  /// The goal without persons who saw two variants.
  private var sensitivity: PageValue {
    guard let other = report.withoutConflicts, let best = report.leading,
      let effect = other.comparisons.first(where: { $0.variant == best.variant })?.comparison
        .relative,
      let own = report.primary?.comparisons.first(where: { $0.variant == best.variant })?
        .comparison.relative
    else { return .none }
    return .text(
      "Without the \(ResultsWords.counted(report.exclusions.conflicted, "person")) who saw several variants, \(best.variant) is at \(Wording.change(effect.estimate)) (\(ResultsWords.range(effect.sequential))) instead of \(Wording.change(own.estimate)). Leaving them out biases unequal shares, so the verdict counts them."
    )
  }

  var recompute: PageValue {
    guard !report.provenance.recomputation.isEmpty else { return .none }
    let sql = report.provenance.recomputation
    return [
      "words":
        "Every number above follows from the ledger's tables, in DuckDB and without this program. Keep the lines below as results.sql, and run",
      "commands": "paywall ledger export --tables tables\ncd tables && duckdb -init ../results.sql",
      "size": .text(ResultsWords.counted(sql.split(separator: "\n").count, "line")),
      "lines": .text(sql),
    ]
  }
}

extension Exclusions {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var why: String
    package var count: String
    package var isZero: Bool
  }

  /// What was left out, or counts otherwise than one might think.
  package var rows: [Row] {
    func row(_ name: String, _ why: String, _ count: Int, _ noun: String) -> Row {
      Row(name: name, why: why, count: ResultsWords.counted(count, noun), isZero: count == 0)
    }
    var rows = [
      row(
        "Several customers", "left out: whose purchases are theirs is not known", severalCustomers,
        "person"),
      row("Held out", "left out: exposed although the holdout has them", heldOut, "person"),
      row("Several variants", "count with the first variant they saw", conflicted, "person"),
      row("Same person", "further ids of people who are counted once", joinedUnits, "id"),
      row("Test environments", "left out: they are not production", otherEnvironments, "id"),
      row(
        "Before the exposure", "left out: the paywall did not cause them", beforeExposure,
        "purchase"),
      row(
        "Shared", "left out: of a family or a seat, for which somebody else paid", familyShared,
        "purchase"),
      row("No price", "left out of money: Apple named no price", withoutPrice, "purchase"),
      row("No time", "left out: when they happened is not known", withoutTime, "purchase"),
      row(
        "Erased early",
        "count as they were decided when they were erased, before their window closed",
        erasedEarly, "person"),
      row(
        "Erased before", "left out: their values were kept for other windows, or not at all",
        erasedLeftOut, "person"),
    ]
    if contradicted > 0 {
      rows.append(
        row(
          "Contradictions", "count each, though the App Store's texts name fewer purchases",
          contradicted, "purchase"))
    }
    if let beganLate {
      rows.append(
        row(
          "Began late",
          "what they bought does not count: with a trial it could not be paid within the window",
          beganLate, "person"))
    }
    rows += withoutRate.map { total in
      Row(
        name: "No rate for \(total.currency)",
        why: "left out of money: add the rate to Paywalls/store/rates.yaml",
        count:
          "\(ResultsWords.counted(total.transactions, "purchase")), \(ResultsWords.money(Double(total.total), total.currency))",
        isZero: false)
    }
    return rows
  }
}
