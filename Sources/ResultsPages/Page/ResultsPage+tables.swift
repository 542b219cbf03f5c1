import ExperimentResults

extension ResultsPage {
  /// Long tables are folded.
  private static let mostRows = 12

  var tables: PageValue {
    PageValue(Array(report.tables.enumerated())) { number, table in
      let content: PageValue = [
        "id": .text("table-\(number)"), "title": .text(table.title), "note": PageValue(table.note),
        "words": .text(ResultsWords.counted(table.rows.count, "row")),
        "columns": PageValue(table.columns) { .text($0) },
        "lines": PageValue(table.rows) { row in ["cells": PageValue(row) { .text($0) }] },
      ]
      let isFolded = table.rows.count > Self.mostRows
      return [
        "id": .text("table-\(number)"), "open": isFolded ? .none : content,
        "folded": isFolded ? content : .none,
      ]
    }
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
