import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallAtomicFile
import Serving

/// `paywall import revenuecat FILE…`, and with `--customers` the ids of their transactions.
struct ImportRevenueCat: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "revenuecat", "Make the files of an app from a project of RevenueCat, or list its customers.",
    """
    Reads answers of RevenueCat's API v2 that you have saved; nothing is fetched:
      GET /v2/projects/PROJECT/offerings?expand=items.package.product
      GET /v2/projects/PROJECT/entitlements?expand=items.product
      GET /v2/projects/PROJECT/apps, if it sells in several stores
    A file may hold several of them in an array. Products keep their ids and entitlements their names. \
    The current offering becomes the paywall of --placement, and each other one gets a placement of its \
    own name. --storekit takes groups, levels and offers of Xcode's file, which RevenueCat does not \
    have. What cannot be taken is named. All files are written or none, as 'paywall init' does.

    --customers reads a scheduled export of transactions (CSV) and writes the App Store's ids of \
    production, one a line and each once, for 'paywall appstore backfill'. Rows that cannot be used are \
    named by their line, and the exit code is then 1.
    """,
    examples: "paywall import revenuecat offerings.json entitlements.json --into photos",
    "paywall import revenuecat project.json --storekit Store.storekit",
    "zcat transactions.csv.gz | paywall import revenuecat --customers - --out ids.txt",
    "paywall appstore backfill ids.txt")
  static let answerSchema = ImportedCard.schema

  @Argument(
    help: ArgumentHelp("Saved answers of RevenueCat's API v2, as JSON.", valueName: "file"),
    completion: .file())
  var files: [String] = []
  @Option(.folder, "The folder for the files; it is made if it is missing.") var into = "."
  @Option("id", "RevenueCat's id of the app in the App Store, if there are several.")
  var app: String?
  @OptionGroup var options: NewAppOptions
  @Option(.file, "A scheduled export of transactions, as CSV; - is standard input.")
  var customers: String?
  @Option(.file, "The new file for the ids; without it they are printed.") var out: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      !files.isEmpty || customers != nil,
      "Name a saved answer of RevenueCat's API v2, or --customers FILE.")
    try require(
      files.isEmpty || customers == nil,
      "--customers is a run of its own; leave the other files out.")
    try require(
      customers != nil || out == nil, "--out is for --customers; --into names the folder of an app."
    )
    try require(
      customers == nil || !answer.isJSON || out != nil,
      "--json prints what was read; say with --out where the ids belong.")
  }

  func run() async throws {
    if let customers { return try list(customers) }
    let writer = NewAppWriter(
      folder: into, options: options, command: "import revenuecat", otherFolder: "--into FOLDER")
    try writer.requireRoom()
    var reader = RevenueCatReader()
    for file in files { try reader.read(file) }
    try reader.requireWholeLists()
    let project = reader.project
    let store = try project.store(named: app, bundleId: options.bundleId)
    var (new, leftOut) = try options.app(for: writer.console)
    leftOut = leftOut.map(NewAppOptions.sentence(onLeftOut:))
    leftOut += try new.take(project, of: store, options)
    try writer.complete(&new)
    let written = try writer.write(new)
    guard answer.isJSON else { return writer.report(written, of: new, warnings: leftOut) }
    try writer.console.write(
      json: ImportedCard(
        folder: into, files: written.files, commit: written.commit, leftOut: leftOut))
  }

  /// Writes the ids of an export.
  private func list(_ path: String) throws {
    let console = Console.ofProcess()
    var records = try CSVRecords(path)
    guard let head = try firstRecord(of: &records) else {
      throw Failure(
        .no, "'\(path)' is empty", help: "name a scheduled export of transactions, as CSV")
    }
    var export = try RevenueCatExport(head: head, of: path)
    var (output, ids): (StandardOutput, [String]) = (StandardOutput(), [])
    do {
      while let cells = try records.next() {
        guard let id = export.id(in: cells, line: records.line) else { continue }
        if out == nil { try output.write(id) } else { ids.append(id) }
      }
    } catch let quote as CSVRecords.OpenQuote {
      export.refuse(quote.line, "a quote begins here that does not end; nothing behind it was read")
    }
    try output.flush()
    for refusal in export.refusals { console.complain("\(path):\(refusal.line): \(refusal.text)") }
    if export.refused > export.refusals.count {
      console.complain("and \((export.refused - export.refusals.count).grouped) more rows")
    }
    if let out, !ids.isEmpty { try write(ids, to: out) }
    if answer.isJSON {
      try console.write(json: ImportedCard(export: export))
    } else if out == nil {
      console.note(export.sentence)
    } else {
      console.write(export.sentence)
    }
    guard export.ids > 0 else {
      throw Failure(
        .no, "no row is a purchase in the App Store's production",
        help: "export transactions of the app in the App Store")
    }
    guard export.refused == 0 else { throw ExitCode(ExitStatus.no.rawValue) }
  }

  private func firstRecord(of records: inout CSVRecords) throws -> [String]? {
    do {
      return try records.next()
    } catch is CSVRecords.OpenQuote {
      return [""]
    }
  }

  private func write(_ ids: [String], to path: String) throws {
    do {
      try AtomicFile.create(
        path, with: Array((ids.joined(separator: "\n") + "\n").utf8), access: .usual)
    } catch {
      throw Failure(
        error.isThere ? .no : .failedOutside,
        error.isThere ? "'\(path)' exists already" : "'\(path)' cannot be written: \(error.reason)",
        help: "name another file with --out")
    }
  }
}

/// The files that were written, or the rows that were read.
private struct ImportedCard: Card {
  var folder: String?
  var files: [String]?
  var commit: String?
  var leftOut: [String]?
  var export: RevenueCatExport?

  static let members = Members<Self> {
    $0.maybe("folder", .text, "Of the app's files.") { $0.folder }
    $0.maybe("files", .list(of: .text), "From the folder.") { $0.files }
    $0.maybe("commit", .text, "In a git repository.") { $0.commit }
    $0.maybe("leftOut", .list(of: .text), "What could not be taken, in sentences.") { $0.leftOut }
    $0.maybe("ids", .count, "With --customers: ids that were written.") { $0.export?.ids }
    $0.maybe("rows", .count, "Rows of the export.") { $0.export?.rows }
    $0.maybe("repeated", .count, "Rows of ids that came before.") { $0.export?.repeated }
    $0.maybe("otherStores", .count, "Rows of other stores.") { $0.export?.otherStores }
    $0.maybe("sandbox", .count, "Rows of the sandbox.") { $0.export?.sandbox }
    $0.maybe("refused", .count, "Rows that cannot be used.") { $0.export?.refused }
    $0.maybe("refusals", .list(of: RefusedRow.schema), "The first hundred of them.") {
      $0.export?.refusals.map { RefusedRow(line: $0.line, reason: $0.text) }
    }
  }
}

private struct RefusedRow: Card {
  let line: Int
  let reason: String

  static let members = Members<Self> {
    $0.always("line", .count) { $0.line }
    $0.always("reason", .text) { $0.reason }
  }
}

/// `paywall import`.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "import", "Take over an app and its customers from another service.",
    examples: "paywall import revenuecat offerings.json entitlements.json --into photos",
    subcommands: [ImportRevenueCat.self])
}
