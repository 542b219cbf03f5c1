import ExperimentReports
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding

extension ResultsPage {
  /// Long tables are folded.
  private static let mostRows = 12

  var tables: [Markup] {
    report.tables.enumerated().map { number, table in
      let id = "table-\(number)"
      let content: Markup = "\(table.note.map(Markup.note))\(Markup.rows(table))"
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

  /// The metrics and the whole report as files in addresses, because the page loads nothing.
  var downloads: Markup {
    let csv = Self.address(of: Array(report.metricTable.csv.utf8), "text/csv")
    let json = Self.address(of: JSONText { $0.content(report.content) }.bytes, "application/json")
    return """
      <p><a download="\(text: report.experiment).csv" href="\(text: csv)">Download the metrics as CSV</a>, or <a download="\(text: report.experiment).json" href="\(text: json)">everything as JSON</a></p>
      """
  }

  private static func address(of bytes: [UInt8], _ type: String) -> String {
    "data:\(type);charset=utf-8;base64,\(Base64.encode(bytes, .standard))"
  }
}
