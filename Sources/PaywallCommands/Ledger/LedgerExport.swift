import AppStore
import ArgumentParser
import Catalog
import Ledger
import LedgerSQLite
import TextCoding

/// `paywall ledger export`.
struct LedgerExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write every signed text to standard output, one JSON object a line.",
    discussion: """
      The texts are Apple's own, byte for byte, in the order in which they came, so that a reader \
      can verify them again. Progress goes to standard error. 'paywall ledger import' reads them.

      EXAMPLE
        paywall ledger export > ledger.ndjson
      """)

  @OptionGroup var ledger: LedgerOptions

  func run() async throws {
    let console = Console.ofProcess()
    let opened = try ledger.open()
    var progress = RunningCount(console, "texts written")
    do throws(LedgerFailure) {
      var number: Int64 = 0
      while true {
        let page = try await opened.entries(after: number, limit: 500)
        guard let last = page.last else { break }
        for entry in page { console.write(ExportedLine(entry).text) }
        number = last.number
        progress.add(page.count)
      }
    } catch {
      throw Failure(error, ledger.path)
    }
    progress.finish()
    await opened.close()
  }
}

/// A line of an export.
struct ExportedLine {
  let text: String

  init(_ entry: LedgerEntry) {
    let json = JSONText { json in
      json.raw("{\"kind\":")
      json.string(entry.kind.rawValue)
      json.raw(",\"environment\":")
      json.string(entry.environment.rawValue)
      json.raw(",\"receivedAt\":")
      json.string(entry.receivedAt.rfc3339)
      json.raw(",\"text\":")
      json.string(entry.text.compact)
      json.raw("}")
    }
    text = String(decoding: json.bytes, as: UTF8.self)
  }
}
