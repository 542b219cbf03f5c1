import ArgumentParser
import CommandSupport
import Foundation
import Ledger
import LedgerSQLite
import Synchronization

/// `paywall ledger export`.
struct LedgerExport: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "export", "Write everything that the ledger keeps to standard output, one JSON object a line.",
    """
    First the texts, which are Apple's own, byte for byte, in the order in which they came, so \
    that a reader can verify them again. Then what does not follow from them: links, grants, \
    recorded assignments, aliases, what stays of erased customers. All of it is as of one moment; \
    the server may run beside it. The last line says how many are before it. Progress goes to \
    standard error. 'paywall ledger import' reads it. Keep the file as you keep the ledger: it \
    names your users. Its lines are JSON with and without --json. A ledger on PostgreSQL is first \
    copied into a temporary file (in TMPDIR), which has room for all of it and is deleted then.

    With --tables, tables for analysis are written instead, one CSV file each, to a new folder: \
    exposures, transactions, purchases, aliases and so on, with times in milliseconds since 1970 (UTC) and \
    money in milliunits. They are what the SQL under a report reads. They are no backup. A text that a \
    spreadsheet would take for a formula begins with an apostrophe; --raw leaves texts as they came.
    """,
    examples: "paywall ledger export > ledger.ndjson",
    "paywall ledger export --tables tables")
  static let answerSchema = ExportedLine.schema
  static let answersInLines = true

  @OptionGroup var ledger: LedgerOptions
  @Flag(help: "Only the texts that Apple signed.") var onlyTexts = false
  @Option(.folder, "Write tables for analysis to this new folder instead.") var tables: String?
  @Flag(help: "With --tables: put no apostrophe before texts that look like formulas.") var raw =
    false
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    if let tables { return try await write(tables: tables, for: console) }
    let file = try LedgerFile(ledger, console)
    let written = Mutex((lines: StandardOutput(), count: RunningCount(console, "lines written")))
    let interruption = Interruption(on: console, and: LedgerFile.ends) {
      file.remove()
      return "Interrupted; what was written is not a whole export, and cannot be restored."
    }
    do throws(LedgerFailure) {
      try await file.ledger.export(onlyTexts: onlyTexts) { item in
        try written.withLock { written in
          try written.lines.write(ExportedLine(item).text)
          if case .end = item { try written.lines.flush() }
          written.count.add(1)
        }
      }
    } catch {
      await file.close()
      throw written.withLock { $0.lines.failure } ?? Failure(error, ledger.path)
    }
    interruption.end()
    written.withLock { $0.count.finish() }
    await file.close()
  }

  func validate() throws {
    try require(tables == nil || !onlyTexts, "--tables has no texts: leave out --only-texts.")
    try require(
      !raw || tables != nil, "--raw is about tables: the lines of an export are never changed.")
  }

  private func write(tables folder: String, for console: Console) async throws {
    do {
      // Older tables are not overwritten: a reader would join two moments.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        .failedOutside, "the folder '\(folder)' cannot be created",
        help: "name one that does not exist yet, in a folder that does")
    }
    let file = try LedgerFile(ledger, console)
    let interruption = Interruption(on: console, and: LedgerFile.ends) {
      file.remove()
      return "Interrupted; '\(folder)' has not all tables: delete it."
    }
    defer { interruption.end() }
    do throws(LedgerFailure) {
      let rows = try await file.ledger.exportTables(to: folder, isRaw: raw)
      for table in rows.keys.sorted() {
        console.note("\(folder)/\(table).csv: \(rows[table] ?? 0) rows")
      }
    } catch {
      await file.close()
      throw Failure(error, ledger.path)
    }
    await file.close()
  }
}
