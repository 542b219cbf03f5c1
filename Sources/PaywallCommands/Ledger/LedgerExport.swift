import ArgumentParser
import Ledger
import LedgerSQLite
import Synchronization

/// `paywall ledger export`.
struct LedgerExport: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write everything that the ledger keeps to standard output, one JSON object a line.",
    discussion: """
      First the texts, which are Apple's own, byte for byte, in the order in which they came, so \
      that a reader can verify them again. Then what does not follow from them: links, grants, \
      recorded assignments, aliases, what stays of erased customers. All of it is as of one moment; \
      the server may run beside it. The last line says how many are before it. Progress goes to \
      standard error. 'paywall ledger import' reads it. Keep the file as you keep the ledger: it \
      names your users. Its lines are JSON with and without --json.

      EXAMPLE
        paywall ledger export > ledger.ndjson
      """)
  static let answerSchema = ExportedLine.schema
  static let answersInLines = true

  @OptionGroup var ledger: LedgerOptions
  @Flag(help: "Only the texts that Apple signed.") var onlyTexts = false
  @OptionGroup var answer: AnswerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    let written = Mutex((lines: StandardOutput(), count: RunningCount(console, "lines written")))
    let interruption = Interruption(on: console) {
      "Interrupted; what was written is not a whole export, and cannot be restored."
    }
    do throws(LedgerFailure) {
      try await opened.export(onlyTexts: onlyTexts) { item in
        try written.withLock { written in
          try written.lines.write(ExportedLine(item).text)
          if case .end = item { try written.lines.flush() }
          written.count.add(1)
        }
      }
    } catch {
      throw written.withLock { $0.lines.failure } ?? Failure(error, ledger.path)
    }
    interruption.end()
    written.withLock { $0.count.finish() }
    await opened.close()
  }
}
