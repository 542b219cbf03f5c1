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
struct RevenueCommand: AsyncParsableCommand, AnswersInJSON {
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
  static let answerSchema = RevenueReport.schema

  @Option(
    name: .customLong("as-of"),
    help: "Count what happened up to then: \(Moment.examples); default: now.")
  var asOf: Moment?
  @Option(
    help: ArgumentHelp("production, sandbox or xcode; default: production.", valueName: "name"),
    completion: .list(AppStoreEnvironment.allCases.map(\.rawValue)),
    transform: AppStoreEnvironment.argument)
  var environment = AppStoreEnvironment.production
  @Option(.file, "Write the page to this file.") var html: String?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let asOf, asOf.timestamp > .now() {
      throw ValidationError("--as-of takes a moment that is over; \(asOf.words) is still to come.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, _, _) = try ledger.configuration.loadParsed(for: console)
    let report = try await ledger.use { opened in
      try await RevenueReport.report(
        from: opened, snapshot, in: environment, asOf: asOf?.timestamp, now: .now())
    }
    if let html { try console.write(page: RevenuePage(report).html, to: html) }
    if answer.isJSON { return try console.write(json: JSONContent(report.content)) }
    console.write(Self.text(report, console))
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
