import ExperimentResults
import PaywallAPI

extension ResultsPage {
  /// Long tables are folded.
  private static let mostRows = 12

  var tables: [Markup] {
    report.tables.enumerated().map { number, table in
      let id = "table-\(number)"
      let content: Markup = "\(table.note.map(Markup.note))\(rows(table))"
      guard table.rows.count > Self.mostRows else { return .section(id, table.title, content) }
      let words = ResultsWords.counted(table.rows.count, "row")
      return """
        <section aria-labelledby="\(text: id)">
        <details><summary id="\(text: id)">\(text: table.title)\(Markup.small(words))</summary>
        \(content)
        </details>
        </section>

        """
    }
  }

  /// A table of texts; the first column names the row.
  private func rows(_ table: ResultsTable) -> Markup {
    let lines = table.rows.map { row -> Markup in
      "<tr>\(row.map { "<td>\(text: $0)</td>" })</tr>\n"
    }
    return """
      <div class="wide"><table class="rows">
      <thead><tr>\(table.columns.map { "<th scope=\"col\">\(text: $0)</th>" })</tr></thead>
      <tbody>
      \(lines)
      </tbody>
      </table></div>
      """
  }

  /// The metrics as a file in an address, because the page loads nothing.
  var csv: String {
    let isPlain: (UInt8) -> Bool = { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5F, 0x2C].contains(byte)
    }
    let digits = Array("0123456789ABCDEF".utf8)
    let encoded = report.metricTable.csv.utf8.flatMap { byte in
      isPlain(byte) ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return "data:text/csv;charset=utf-8," + String(decoding: encoded, as: UTF8.self)
  }
}
