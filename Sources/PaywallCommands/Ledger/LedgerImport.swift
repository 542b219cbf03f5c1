import AppStore
import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Serving

import Synchronization

/// `paywall ledger import`.
struct LedgerImport: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "import", "Read signed texts, verify each again, and keep what is new; or restore an export.",
    """
    One JSON object a line: a line of 'paywall ledger export', or {"signedPayload": …}, \
    {"signedTransactionInfo": …}, {"signedRenewalInfo": …} or {"signedAppTransactionInfo": …}. \
    An export is restored whole, with links, grants and records, into a file that does not exist \
    yet, while no server has it open; another ledger takes only its texts, and so does a database, \
    into which the restored file can be moved. A restoration needs \
    the last line of the export, which older exports lack; their texts alone can be imported. \
    What is here already changes nothing, so an import that broke off is simply run again. Lines \
    that are refused are named on standard error, and the exit code is then 1; so it is if --fetched-at \
    was given and no history was made complete.
    """,
    examples: "paywall ledger import ledger.ndjson",
    "zcat history.ndjson.gz | paywall ledger import - \\",
    "  --fetched-at 2026-12-01T09:00Z")
  static let answerSchema = ImportCard.schema

  @Argument(
    help: ArgumentHelp("NDJSON; - is standard input.", valueName: "file"), completion: .file())
  var file: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var production: AppleRootInProduction
  @Option(
    "time",
    "The transactions in the file are the whole history, as Apple gave it at this time, of every customer with a transaction in it. Other lines complete no history."
  )
  var fetchedAt: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    if let fetchedAt, Timestamp(rfc3339: fetchedAt) == nil {
      throw ValidationError("--fetched-at takes a time with a zone, such as 2026-12-01T09:00Z.")
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let snapshot = try ledger.configuration.load(for: console)
    try production.check(ledger.trust, for: snapshot)
    let verifier = PreparedRelease(snapshot, roots: try ledger.trust.roots()).verifier
    var lines = try Lines(file)
    let first = try lines.next()
    let salt = first.flatMap { LedgerImporter.salt(of: $0) }
    let opened: any Ledger =
      try ledger.address() == nil
      ? ledger.openFile(creating: true, restoring: salt) : ledger.open(creating: true)
    var importer = LedgerImporter(
      ledger: opened, verifier: verifier, fetchedAt: fetchedAt.flatMap { Timestamp(rfc3339: $0) })
    var progress = RunningCount(console, "lines read")
    let kept = KeptLines()
    let interruption = Interruption(on: console) { kept.sentence }
    do {
      var number = 0
      var window: [LedgerImporter.Line] = []
      var next = first
      while let line = next {
        next = try lines.next()
        number += 1
        window.append(LedgerImporter.Line(number: number, text: line))
        guard window.count == LedgerImporter.window else { continue }
        try await importer.read(window, at: .now())
        kept.add(window.count)
        progress.add(window.count, share: lines.total.map { (lines.read, $0) })
        window = []
      }
      try await importer.read(window, at: .now())
      progress.add(window.count)
      try await importer.finish(at: .now())
    } catch let failure as LedgerFailure {
      throw Failure(failure, ledger.path)
    }
    interruption.end()
    progress.finish()
    await opened.close()
    for refusal in importer.refusals { console.complain("\(file):\(refusal)") }
    if let note = importer.note { console.note("note: \(note)") }
    if answer.isJSON {
      try console.write(json: ImportCard(importer: importer))
    } else {
      console.write(importer.summary)
    }
    if let help = importer.completion?.help { console.complain("help: \(help)") }
    guard importer.refusals.isEmpty, importer.completion?.isComplete ?? true else {
      throw ExitCode(ExitStatus.no.rawValue)
    }
  }
}

/// The number of lines that the ledger has, for the message after an interrupt.
private final class KeptLines: Sendable {
  private let count = Atomic(0)

  func add(_ more: Int) { count.add(more, ordering: .relaxed) }

  var sentence: String {
    let lines = count.load(ordering: .relaxed)
    return "Interrupted. \(lines == 1 ? "1 line is" : "\(lines.grouped) lines are") kept: run the "
      + "command again to go on."
  }
}

/// The result of an import.
private struct ImportCard: Card {
  let importer: LedgerImporter

  static let members = Members<Self> {
    $0.always("notifications", .count, "Kept now.") { $0.importer.notifications }
    $0.always("known", .count, "Kept before.") { $0.importer.known }
    $0.always("texts", .count, "Other signed texts.") { $0.importer.texts }
    $0.always("restored", .count, "Rows of an export.") { $0.importer.restored }
    $0.always("restoredBefore", .count) { $0.importer.restoredBefore }
    $0.always("leftOut", .count, "Lines that this ledger does not take.") { $0.importer.leftOut }
    $0.always("refusals", "One for each line that is refused.") { $0.importer.refusals }
    $0.maybe(
      "isComplete", .boolean, "Whether all histories are complete, with --fetched-at."
    ) { $0.importer.completion?.isComplete }
  }
}
