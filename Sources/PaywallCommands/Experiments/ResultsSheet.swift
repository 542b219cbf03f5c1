import CommandSupport
import ExperimentReports
import ExperimentResults
import PaywallAPI
import PaywallCatalog
import ResultsPages

/// The results of an experiment on a terminal, or in a pipe.
struct ResultsSheet {
  private let report: ExperimentReport
  private let console: Console
  private let showsBreakdowns: Bool
  private let width: Int

  init(_ report: ExperimentReport, _ console: Console, showsBreakdowns: Bool) {
    self.report = report
    self.console = console
    self.showsBreakdowns = showsBreakdowns
    width = min(max(console.width ?? 100, 30), 100)
  }

  private var currency: String { report.provenance.base }

  var text: String {
    let parts = [
      header, answers, health, metrics("GOAL", report.primary.map { [$0] } ?? []), funnel,
      metrics("GUARDRAILS", report.guardrails), metrics("OTHER METRICS", report.secondary),
      breakdowns, details, excluded, source, next,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var header: [String] {
    var facts = ["\(report.experiment), phase \(report.phase), \(report.environment.rawValue)"]
    if let start = report.startedAt {
      facts.append(
        "since \(Wording.day(start)) (\(ResultsWords.counted(max(0, report.asOf.days(since: start)), "day")))"
      )
    }
    facts.append("numbers of \(ResultsWords.minute(report.asOf))")
    let word = report.verdict.decision.words.uppercased()
    return [
      console.strong(report.title ?? report.experiment),
      wrapped(console.faint(facts.joined(separator: ", ")), to: console.width), "",
      console.strong(tinted(word, report.verdict.decision.tone)),
      wrapped(report.verdict.sentence, to: console.width),
    ] + (report.lookBackWords.map { ["", wrapped($0, to: console.width)] } ?? [])
      + (report.plannedWords.map { [wrapped($0, to: console.width)] } ?? [])
      + (report.verdict.decision == .broken
        ? report.health.filter { $0.state == .broken }.map {
          wrapped("help: \($0.kind.advice)", to: console.width)
        } : [])
  }

  private var answers: [String] {
    let all = ResultsSummary(report).answers
    let widest = all.map { displayWidth($0.question) }.max() ?? 0
    return all.map { answer in
      let padding = String(repeating: " ", count: widest - displayWidth(answer.question) + 2)
      let line =
        "\(console.faint(answer.question))\(padding)\(tinted(answer.answer, answer.tone)); \(answer.detail)"
      return wrapped(line, to: console.width)
    }
  }

  private var health: [String] {
    [console.strong("HEALTH")]
      + report.health.map { check in
        let (mark, tone): (String, Tone) =
          switch check.state {
          case .healthy: ("✓", .good)
          case .unknown: ("?", .calm)
          case .warning: ("!", .warn)
          case .broken: ("✕", .bad)
          }
        return wrapped("\(tinted(mark, tone)) \(check.name): \(check.sentence)", to: console.width)
      }
  }

  private func metrics(_ title: String, _ metrics: [ReportMetric]) -> [String] {
    guard !metrics.isEmpty else { return [] }
    return metrics.enumerated().flatMap { index, metric in
      let better = metric.direction == .higherIsBetter ? "higher" : "lower"
      let heading =
        "\(metric.name.words), \(metric.windowWords), \(better) is better"
      return (index == 0 ? [console.strong(title)] : [""])
        + [wrapped(heading, to: console.width), table(metric)]
        + (metric.adjustmentWords.map { [wrapped($0, to: console.width)] } ?? [])
        + plot(metric, metric.comparisons.map { ($0.variant, $0) })
    }
  }

  private func table(_ metric: ReportMetric) -> String {
    let rows = metric.arms.map { arm in
      (arm: arm, named: metric.comparisons.first { $0.variant == arm.variant })
    }
    return Table(
      of: rows, ("VARIANT", \.arm.variant), ("PEOPLE", { Wording.count($0.arm.persons) }),
      ("WAIT", { Wording.count($0.arm.waiting) }), ("VALUE", { metric.text($0.arm, currency) }),
      ("CHANGE", { $0.named.flatMap { metric.change($0.comparison, currency) } ?? "" }),
      ("95% INTERVAL", { $0.named.flatMap { metric.range($0.comparison, currency) } ?? "" }),
      ("", { $0.named.map { report.state(metric, $0).words } ?? "" })
    ).text(for: console)
  }

  /// - Parameter rows: the rows with their labels.
  private func plot(
    _ metric: ReportMetric, _ rows: [(label: String, named: NamedComparison)]
  ) -> [String] {
    ForestPlot(
      rows.compactMap { label, named in
        named.comparison.relative.map {
          ForestPlot.Row(label: label, interval: $0.sequential, estimate: $0.estimate)
        }
      }, least: metric.smallest.map { metric.direction.gain($0) }
    ).lines(width: width)
  }

  private var funnel: [String] {
    guard report.funnels.contains(where: { $0.shown + $0.waiting > 0 }) else { return [] }
    func cell(_ part: Int, of all: Int) -> String {
      all > 0
        ? "\(Wording.count(part)) (\(Wording.percent(Double(part) / Double(all))))"
        : Wording.count(part)
    }
    return [
      console.strong("FUNNEL"),
      wrapped(
        "People who have had the time to decide; each share is of the step before.",
        to: console.width),
      Table(
        of: report.funnels, ("VARIANT", \.variant), ("SHOWN", { Wording.count($0.shown) }),
        ("STARTED", { cell($0.started, of: $0.shown) }),
        ("PAID", { cell($0.paid, of: $0.started) }),
        ("RENEWED", { cell($0.renewed, of: $0.paid) }), ("WAIT", { Wording.count($0.waiting) })
      ).text(for: console),
    ]
  }

  private var breakdowns: [String] {
    guard let metric = report.primary else { return [] }
    let shown = report.breakdowns.filter {
      !$0.rows.isEmpty && (showsBreakdowns || !$0.isExploratory)
    }
    return shown.enumerated().flatMap { index, breakdown -> [String] in
      let rows = breakdown.rows.flatMap { row in
        row.comparisons.map { (label: "\(breakdown.words(of: row)), \($0.variant)", named: $0) }
      }
      let table = Table(
        breakdown.title.uppercased(), "VARIANT", "PEOPLE", "VALUE", "CHANGE", "95% INTERVAL",
        rows: breakdown.rows.flatMap { row in
          row.arms.map { arm in
            let effect = row.comparisons.first { $0.variant == arm.variant }?.comparison.relative
            return [
              breakdown.words(of: row), arm.variant, Wording.count(arm.persons),
              metric.text(arm, currency),
              effect.map { Wording.change($0.estimate) } ?? "",
              effect.map { ResultsWords.range($0.sequential) } ?? "",
            ]
          }
        })
      return (index == 0 ? [] : [""]) + [
        console.strong("BY \(breakdown.title.uppercased())"),
        wrapped(
          breakdown.isExploratory
            ? "Exploratory: among many rows one looks good by chance. A reason to test again."
            : "Planned: the file names it. Intervals hold for all planned rows together.",
          to: console.width), table.text(for: console),
      ] + plot(metric, rows)
    }
  }

  private var details: [String] { report.tables.lines(for: console) }

  private var next: [String] {
    guard let command = report.nextCommand else { return [] }
    return [console.strong("NEXT"), command]
  }

  private var excluded: [String] {
    let rows = report.exclusions.rows.filter { !$0.isZero }
    guard !rows.isEmpty else { return [console.strong("LEFT OUT"), "No one, and nothing."] }
    return [console.strong("LEFT OUT")]
      + rows.map { wrapped("\($0.name): \($0.count), \($0.why)", to: console.width) }
  }

  private var source: [String] {
    let newest = report.provenance.newestFact.map(ResultsWords.minute) ?? "none"
    return [
      console.strong("SOURCE"),
      wrapped(
        "release \(report.provenance.release.prefix(12)), newest notification \(newest), money in \(currency)\(report.provenance.commission.isEmpty ? "" : " after Apple's \(report.provenance.commission)"). --html has the lines to recompute it, and --json every number.",
        to: console.width),
    ]
  }

  private func tinted(_ text: String, _ tone: Tone) -> String {
    switch tone {
    case .good: console.good(text)
    case .bad: console.bad(text)
    case .warn: console.notable(text)
    case .calm: text
    }
  }
}
