import ArgumentParser
import CommandSupport
import ExperimentReports
import ExperimentResults
import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import ResultsPages

/// `paywall revenue`.
struct RevenueCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "revenue",
    "Show what subscriptions and purchases earn: recurring revenue, churn, trials, sales.",
    """
    Everything is computed from the ledger's signed facts, each payment by the rate of its day in \
    Paywalls/store/rates.yaml, and Apple's commission as that file has it. --html writes the page that a \
    server shows at /revenue, which defines every number. No person is named.
    """,
    examples: "paywall revenue",
    "paywall revenue --as-of 2026-11-01 --html revenue.html",
    "paywall revenue --json | jq '.months[-1].recurring.end'")

  @Option(
    name: .customLong("as-of"),
    help: "Count what happened up to then: \(Moment.examples); default: now.")
  var asOf: Moment?
  @OptionGroup var place: EnvironmentOptions
  @Option(.file, "Write the page to this file.") var html: String?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let asOf, asOf.timestamp > .now() {
      throw ValidationError("--as-of takes a moment that is over; \(asOf.words) is still to come.")
    }
  }

  func printed(on console: Console) async throws -> Printed<RevenueReport> {
    let snapshot = try ledger.configuration.load(for: console)
    let report = try await ledger.use { opened in
      try await RevenueReport.report(
        from: opened, snapshot, in: place.environment, asOf: asOf?.timestamp, now: .now())
    }
    if let html { try console.write(page: RevenuePage(report).html, to: html) }
    return Printed(report) { Self.text(report, $0) }
  }

  private static func text(_ report: RevenueReport, _ console: Console) -> String {
    guard !report.months.isEmpty else {
      return wrapped(
        "Nothing was bought in the environment \(report.environment.rawValue).", to: console.width)
    }
    let parts =
      [
        report.answers.map {
          wrapped("\(console.faint($0.question))  \($0.answer); \($0.detail)", to: console.width)
        }
      ] + [report.tables.lines(for: console), leftOut(report, console)]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func leftOut(_ report: RevenueReport, _ console: Console) -> [String] {
    guard !report.leftOutWords.isEmpty else { return [] }
    return [console.strong("LEFT OUT")]
      + report.leftOutWords.map { wrapped($0, to: console.width) }
  }
}

extension [ResultsTable] {
  /// The tables as lines; a long one is cut to its last rows.
  func lines(for console: Console) -> [String] {
    let mostRows = 14
    return enumerated().flatMap { index, table -> [String] in
      let rows = table.rows.suffix(mostRows)
      let hidden = table.rows.count - rows.count
      return (index == 0 ? [] : [""]) + [console.strong(table.title.uppercased())]
        + (table.note.map { [wrapped($0, to: console.width)] } ?? [])
        + [
          Table(titles: table.columns.map { $0.uppercased() }, rows: Array<[String]>(rows)).text(
            for: console)
        ]
        + (hidden > 0
          ? [
            "and \(ResultsWords.counted(hidden, "row")) before; --html has them all"
          ] : [])
    }
  }
}
