import ArgumentParser
import CatalogFiles
import CommandSupport
import ExperimentReports
import Foundation
import HTTPDocuments
import Ledger
import LedgerPostgres
import LedgerSQLite
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallPictures
import PaywallServer

import ResultsPages

/// `paywall experiment results ID`.
struct ExperimentResultsCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Show what an experiment did: the verdict, health, intervals, the funnel.",
    discussion: """
      Everything is computed from the ledger; the server may run beside it. A person counts for a \
      metric when their window has closed. Intervals hold at every moment, so looking daily is safe. \
      Two things are written to the ledger: the planned sample, once, and each new verdict. --html \
      writes the page that a server shows at /results.

      EXAMPLE
        paywall experiment results annual-trial
        paywall experiment results annual-trial --by storefront
        paywall experiment results annual-trial --as-of 2026-11-20 --html page.html
        paywall experiment results annual-trial --log
        paywall experiment results annual-trial --baseline 4%
        paywall experiment results annual-trial --csv > annual-trial.csv
        paywall experiment results annual-trial --json | jq .verdict.sentence
      """)
  static let answerSchema = ExperimentReport.schema

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @Option(
    name: .customLong("as-of"),
    help: "Count exposures and purchases up to then: \(Moment.examples); default: now.")
  var asOf: Moment?
  @Option(
    help: ArgumentHelp(
      "Show the goal by \(ResultDimension.words) or country.", valueName: "dimension"),
    completion: .list(ResultDimension.allCases.map(\.rawValue) + ["country"]),
    transform: Self.dimension)
  var by: ResultDimension?
  @OptionGroup var place: EnvironmentOptions
  @Option(
    "share",
    "Plan the sample from this share of buyers, and not from the first 25 of the control; once.")
  var baseline: Share?
  @Option(help: "An earlier phase, as it was served; default: the present one.") var phase: Int?
  @Option(.file, "Write the page to this file.") var html: String?
  @Flag(
    name: .customLong("log"),
    help: "Show the verdicts of each day since the start, where they changed.")
  var isLog = false
  @Flag(name: .customLong("csv"), help: "Print the metrics as CSV.") var isCSV = false
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  private static func dimension(_ word: String) throws -> ResultDimension {
    guard let dimension = ResultDimension(asked: word) else {
      throw ValidationError("'\(word)' is no dimension; use \(ResultDimension.words) or country.")
    }
    return dimension
  }

  func validate() throws {
    try require(!isCSV || !answer.isJSON, "--csv and --json exclude each other.")
    try require(!isLog || !isCSV && !answer.isJSON, "--log is text only.")
    try baseline?.checkIsBaseline()
    if let asOf, asOf.timestamp > .now() {
      throw ValidationError(
        "--as-of takes a moment that is over; \(asOf.words) is still to come.")
    }
    if let phase, phase < 1 { throw ValidationError("--phase is a number from 1 on.") }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let (snapshot, parsed, _) = try ledger.configuration.loadParsed(for: console)
    let found = try snapshot.experiments.named(experiment, "experiment")
    var question = ResultsQuestion(
      found.id, phase: phase, environment: place.environment, asOf: asOf?.timestamp, dimension: by)
    question.baseline = baseline?.share
    let report = try await ledger.report(question, snapshot)
    if let baseline { noteUnused(baseline, report, console) }
    if isLog { return try await writeLog(question, report, snapshot, console) }
    if let html {
      var page = ResultsPage(report)
      page.pictures = pictures(of: found, in: snapshot, parsed.files)
      try console.write(page: page.html, to: html)
    }
    if isCSV { return console.write(String(report.metricTable.csv.dropLast())) }
    if answer.isJSON { return try console.write(json: JSONContent(report.content)) }
    console.write(ResultsSheet(report, console, showsBreakdowns: by != nil).text)
  }

  private func noteUnused(_ baseline: Share, _ report: ExperimentReport, _ console: Console) {
    guard report.plan?.basis != .baseline(baseline.fraction) else { return }
    console.note(
      report.plan?.madeAt == nil
        ? "note: --baseline plans goals that are shares of production, as of now"
        : "note: the sample was planned before, and is not planned again")
  }

  private func writeLog(
    _ question: ResultsQuestion, _ report: ExperimentReport, _ snapshot: Snapshot,
    _ console: Console
  ) async throws {
    guard let start = report.startedAt else {
      throw Failure(.no, "'\(report.experiment)' has no start, so there are no days")
    }
    let questions = VerdictLog.moments(of: question, from: start, to: report.asOf)
    console.write(
      VerdictLog(try await ledger.reports(questions, snapshot)).text(
        for: console, kept: report.details.verdicts,
        changes: try HistoryEvent.commits(of: report.experiment, ledger.configuration, console)))
  }

  /// The variants as the folder has them now; a look back has no pictures.
  private func pictures(
    of experiment: Experiment, in snapshot: Snapshot, _ files: ConfigurationFiles
  ) -> Markup? {
    guard phase == nil, asOf == nil else { return nil }
    let maker = PictureMaker(
      CompiledSnapshot(snapshot), prices: files.priceLists,
      folder: try? ConfigurationFolder(ledger.configuration.folder))
    return VariantSheet(of: experiment, in: snapshot, by: maker, at: .now()).contactSheet()
      .part(
        instead:
          "<p>This browser cannot show them here; 'paywall picture' writes pages of them.</p>"
      ).markup
  }
}

extension LedgerOptions {
  /// True if there is a ledger, named or at its usual place.
  var isThere: Bool {
    PostgresAddress.isAddress(path) || FileManager.default.fileExists(atPath: path)
  }

  /// Computes results from the ledger.
  func report(
    _ question: ResultsQuestion, _ snapshot: Snapshot
  ) async throws -> ExperimentReport {
    guard let report = try await reports([question], snapshot).first else { throw missing }
    return report
  }

  /// Computes several results, in their order; opens the ledger once.
  func reports(
    _ questions: [ResultsQuestion], _ snapshot: Snapshot
  ) async throws -> [ExperimentReport] {
    try await use { opened in
      var reports: [ExperimentReport] = []
      for question in questions {
        do throws(ResultsFailure) {
          reports.append(try await question.report(from: opened, snapshot, at: .now()))
        } catch .ledger(let failure) {
          throw failure
        } catch .phase(let why) {
          throw Failure(
            .wrongUsage, "no results: \(why)", help: "leave --phase out for the present phase")
        }
      }
      return reports
    }
  }
}
