import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import PaywallCatalog
import PaywallServer

/// `paywall export`.
struct ExportCommand: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "export", "Write what is new in the ledger to files for a data warehouse.",
    """
    The first run writes every row, the next ones what is new, changed or gone since the run before: \
    cursor.json in the folder knows. A file of a table and a run is compressed, has the day in its \
    name, and never changes; schema-duckdb.sql and its like make the tables, with a view of the \
    rows that hold now. A row that is gone, with an erased person too, comes once more with its \
    row_id and is_deleted. A run that was interrupted leaves nothing, and is run again.

    The profile 'ledger' has the tables of 'paywall ledger export --tables'; 'revenuecat' has one \
    with the columns of RevenueCat's scheduled exports, version 5. A server writes exports on a \
    schedule by Paywalls/store/exports.yaml.
    """,
    examples: "paywall export --out exports",
    "paywall export --profile revenuecat --format csv --ids hashed --key ids.key --out exports",
    "paywall export --since exports --out november")
  static let answerSchema = Schema.list(of: ExportCard.schema).described(
    "The new files; none if nothing has changed.")

  @Option(help: "The tables: 'ledger' or 'revenuecat'.") var profile = ExportProfile.ledger
  @Option(.folder, "The folder of the export; a new one is made.") var out: String
  @Option(
    .folder,
    "In a new folder, go on after the export in this one. A folder with a cursor.json goes on by itself."
  )
  var since: String?
  @Option(help: "The form of the rows: 'csv' or 'ndjson'.") var format = ExportFormat.csv
  @Option(
    help: "Ids of persons, devices and purchases: 'plain', 'hashed' with --key, or 'none'.")
  var ids = ExportIdForm.plain
  @Option(.file, "The key of hashed ids; make it with 'openssl rand -hex 32'.") var key: String?
  @Option("period", "Remove files of days that are older, like P90D.") var keep: Period?
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      (ids == .hashed) == (key != nil),
      ids == .hashed
        ? "Hashed ids need --key: a file, made with 'openssl rand -hex 32'."
        : "--key is for hashed ids: add --ids hashed.")
  }

  func printed(on console: Console) async throws -> Printed<[ExportCard]> {
    let snapshot = profile == .revenuecat ? try ledger.configuration.load(for: console) : nil
    let summary = try await ledger.use { opened in
      do {
        var export = WarehouseExport(to: out, .init(profile, format, try shownIds()))
        export.since = since
        export.keep = keep
        return try await export.run(opened, snapshot, at: .now())
      } catch let problem as ExportProblem {
        throw Failure(.failedOutside, problem.words, help: problem.help)
      }
    }
    let cards = summary.files.map(ExportCard.init)
    return Printed(
      list: cards, none: "Nothing has changed since run \(summary.run).",
      [("FILE", \.file.name), ("ROWS", { "\($0.file.rows)" }), ("BYTES", { "\($0.file.bytes)" })])
  }

  private func shownIds() throws -> ExportIds {
    switch ids {
    case .plain: .plain
    case .none: .none
    case .hashed:
      try .hashed(
        key: Array(file: key ?? "", help: "name the key's file with --key", orElse: .wrongUsage))
    }
  }
}

/// A file that a run wrote.
struct ExportCard: Card {
  let file: ExportCursor.File

  static let members = Members<Self> {
    $0.always("name", .text, "Within the folder.") { $0.file.name }
    $0.always("rows", .count) { $0.file.rows }
    $0.always("bytes", .count) { $0.file.bytes }
  }
}

extension ExportProfile: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
extension ExportIdForm: ExpressibleByArgument {}

extension Period: ExpressibleByArgument {
  /// Reads `P90D`.
  public init?(argument: String) { self.init(iso8601: argument) }
}
