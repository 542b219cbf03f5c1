package import ExperimentReports
import ExperimentResults

/// A part of a report as a table of texts, which a terminal, a page and a CSV file draw alike.
package struct ResultsTable: Hashable, Sendable {
  package var title: String
  package var note: String?
  package var columns: [String]
  package var rows: [[String]]

  /// As RFC 4180, with a line of names. A cell that a spreadsheet would compute begins with an
  /// apostrophe.
  package var csv: String {
    ([columns] + rows).map { cells in cells.map(Self.cell).joined(separator: ",") + "\r\n" }
      .joined()
  }

  private static func cell(_ text: String) -> String {
    let isFormula = ["=", "+", "-", "@"].contains { text.hasPrefix($0) } && Double(text) == nil
    let safe = isFormula ? "'" + text : text
    guard safe.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}

extension ExperimentReport {
  /// The parts beside metrics, funnel and health; empty ones are left out.
  package var tables: [ResultsTable] {
    [
      whatVariantsAre, whatWasBought, differences, heldOut, otherMetrics, dayByDay, whatWasSaid,
      whatHappened, howItIsJudged,
    ]
    .filter { !$0.rows.isEmpty }
  }

  private var currency: String { provenance.base }

  private var whatVariantsAre: ResultsTable {
    let notes = [
      details.hypothesis.map { "Hypothesis: \($0.ended)" },
      details.owner.map { "Owner: \($0.ended)" },
    ].compactMap(\.self)
    return ResultsTable(
      title: "The variants", note: notes.isEmpty ? nil : notes.joined(separator: " "),
      columns: ["Variant", "Placement", "Paywall", "Products"],
      rows: details.shown.map { shown in
        [
          shown.variant, shown.placement, shown.paywall ?? "nothing",
          shown.products.joined(separator: ", "),
        ]
      })
  }

  private var whatWasBought: ResultsTable {
    ResultsTable(
      title: "Purchases by variant",
      note: "The purchases after the exposure so far, without a window.",
      columns: [
        "Product", "Variant", "Started", "Trials among them", "Payments", "Refunded", "Proceeds",
      ],
      rows: details.purchases.flatMap { purchases -> [[String]] in
        purchases.arms.map { arm -> [String] in
          [
            purchases.name, arm.variant, Wording.count(arm.started), Wording.count(arm.trials),
            Wording.count(arm.paid), Wording.count(arm.refunded),
            Wording.money(Double(arm.proceeds), currency),
          ]
        }
      })
  }

  private var differences: ResultsTable {
    ResultsTable(
      title: "Differences and p values",
      note:
        "p holds at every moment; corrected for the number of goals and variants, guardrails not.",
      columns: ["Metric", "Variant", "Difference", "95% interval", "p", "Corrected p"],
      rows: metrics.flatMap { metric -> [[String]] in
        metric.comparisons.compactMap { named -> [String]? in
          named.comparison.absolute.map { effect -> [String] in
            [
              metric.name.words, named.variant, metric.difference(effect.estimate, currency),
              "\(metric.difference(effect.sequential.lower, currency)) to \(metric.difference(effect.sequential.upper, currency))",
              ResultsWords.probability(effect.sequentialP),
              named.correctedP.map(ResultsWords.probability) ?? "–",
            ]
          }
        }
      })
  }

  private var heldOut: ResultsTable {
    ResultsTable(
      title: "The holdout",
      note:
        "All enrolled people, in any variant, against those whom the holdout kept out: the effect of the experiment as a whole.",
      columns: [
        "Metric", "Held out", "Enrolled", "Value held out", "Value enrolled", "Lift",
        "95% interval",
      ],
      rows: details.holdout.map { holdout in
        let (control, variant) = (holdout.comparison.control, holdout.comparison.variant)
        let unit = holdout.isMoney ? MetricUnit.money(currency) : .share
        return [
          holdout.metric.words, Wording.count(control.units), Wording.count(variant.units),
          unit.text(control.value), unit.text(variant.value),
        ] + lift(holdout.comparison)
      })
  }

  /// A lift and its interval.
  private func lift(_ comparison: Comparison?) -> [String] {
    let effect = comparison?.relative
    return [
      effect.map { Wording.change($0.estimate) } ?? "–",
      effect.map { ResultsWords.range($0.sequential) } ?? "–",
    ]
  }

  private var otherMetrics: ResultsTable {
    ResultsTable(
      title: "Other metrics by dimension",
      note: "Exploratory: among many rows one looks good, and another bad, by chance.",
      columns: ["By", "Metric", "Variant", "People", "Value", "Change", "95% interval"],
      rows: otherBreakdowns.flatMap { breakdown -> [[String]] in
        guard let metric = metrics.first(where: { $0.name == breakdown.metric }) else { return [] }
        return breakdown.rows.flatMap { row -> [[String]] in
          row.arms.map { arm -> [String] in
            let named = row.comparisons.first { $0.variant == arm.variant }
            return [
              breakdown.label(of: row), metric.name.words, arm.variant,
              Wording.count(arm.persons), metric.text(arm, currency),
              named.flatMap { metric.change($0.comparison, currency) } ?? "",
              named.flatMap { metric.range($0.comparison, currency) } ?? "",
            ]
          }
        }
      })
  }

  private var dayByDay: ResultsTable {
    let compared = variants.dropFirst().map(\.name)
    return ResultsTable(
      title: "Day by day",
      note: primary.map {
        "New people by day, and \($0.name.words) of all people up to that day whose window has closed: a novelty, an outage or a ramp shows here."
      },
      columns: ["Day"] + variants.map { "New in \($0.name)" }
        + compared.flatMap { ["\($0) so far", "95% interval"] },
      rows: details.days.map { day -> [String] in
        [day.date] + day.persons.map { Wording.count($0) }
          + compared.flatMap { name in
            lift(day.comparisons.first { $0.variant == name }?.comparison)
          }
      })
  }

  private var whatWasSaid: ResultsTable {
    ResultsTable(
      title: "The verdict as it was",
      note: "Each with the time of the first report that reached it, by the facts known then.",
      columns: ["Since", "Verdict", "Sentence"],
      rows: details.verdicts.map {
        [ResultsWords.minute($0.at), $0.decision, $0.sentence]
      })
  }

  private var whatHappened: ResultsTable {
    ResultsTable(
      title: "Releases and changes",
      note: "The times at which servers loaded each change, from the ledger.",
      columns: ["When", "What", "Release"],
      rows: details.events.map { event in
        [
          ResultsWords.minute(event.at), event.changes.joined(separator: ", "),
          String(event.release.prefix(12)),
        ]
      })
  }

  private var howItIsJudged: ResultsTable {
    let settings = details.settings
    var rows = [
      ["Confidence", Wording.percent(settings.confidence)],
      ["Comparisons that share the rest", Wording.count(settings.comparisons)],
      ["Power of the planned sample", Wording.percent(settings.power)],
      ["Smallest effect to find", Wording.percent(settings.smallest)],
      ["Tightest at", "\(Wording.count(settings.tuning)) people"],
      [
        "Cap of money",
        "percentile \(Wording.percent(provenance.capPercentile)) of those who paid\(primary.map { $0.isMoney ? ", \(ResultsWords.counted($0.cut, "person")) cut" : "" } ?? "")",
      ],
    ]
    if let plan {
      let now = verdict.decision == .wait ? asOf : nil
      rows.append(["Planned sample", plan.progress.words(at: now)])
      rows += plan.origin(currency)
    }
    rows += guardrails.map { metric in
      let guardrail = verdict.findings.flatMap(\.guardrails).first { $0.metric == metric.name }
      return ["Guardrail \(metric.name.words)", guardrail?.ruleWords ?? metric.direction.rawValue]
    }
    return ResultsTable(title: "Settings", columns: ["Setting", "Value"], rows: rows)
  }
}

extension String {
  /// The text with a full stop, unless it ends a sentence by itself.
  fileprivate var ended: String { last.map { ".!?…。".contains($0) } == true ? self : self + "." }
}
