import PaywallTextCoding

extension PlainTable {
  /// The line of names.
  package var header: [UInt8] {
    Array((columns.map(\.name).joined(separator: ",") + "\n").utf8)
  }

  /// Appends a row as in RFC 4180: texts in quotes, nothing for what is unknown.
  ///
  /// - Parameter isRaw: texts are left as they came. Otherwise one that a spreadsheet would take for a
  ///   formula begins with `'` (OWASP, "CSV Injection").
  package func writeCSV(_ cells: Cells, to line: inout [UInt8], isRaw: Bool = false) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      switch cell {
      case .null: continue
      case .flag(let flag): line += flag ? "true".utf8 : "false".utf8
      case .number(let number): line += String(number).utf8
      case .text(let text) where columns[index].content == .decimal: line += text.utf8
      case .text(let text): text.writeQuoted(to: &line, isRaw: isRaw)
      }
    }
    line.append(UInt8(ascii: "\n"))
  }

  /// A row as a JSON object in a line, without the cells that are unknown.
  package func json(_ cells: Cells) -> [UInt8] {
    var line = JSONText { json in
      var isFirst = true
      json.raw("{")
      for (column, cell) in zip(columns, cells) where cell != .null {
        if !isFirst { json.raw(",") }
        isFirst = false
        json.string(column.name)
        json.raw(":")
        switch cell {
        case .null: break
        case .flag(let flag): json.boolean(flag)
        case .number(let number): json.integer(number)
        case .text(let text) where column.content == .decimal: json.raw(text.utf8)
        case .text(let text): json.string(text)
        }
      }
      json.raw("}")
    }.bytes
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension String {
  fileprivate func writeQuoted(to line: inout [UInt8], isRaw: Bool) {
    line.append(UInt8(ascii: "\""))
    if !isRaw, beginsFormula { line.append(UInt8(ascii: "'")) }
    var text = self
    text.withUTF8 { bytes in
      var rest = unsafe bytes[...]
      while let place = unsafe rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == 0 }) {
        unsafe line += rest[..<place]
        // Readers of CSV refuse the whole file for a NUL, which an app may send in an id.
        unsafe line += (bytes[place] == 0 ? "\u{FFFD}" : "\"\"").utf8
        unsafe rest = unsafe rest[(place + 1)...]
      }
      unsafe line += rest
    }
    line.append(UInt8(ascii: "\""))
  }

  /// Whether a spreadsheet would take a cell with this text for a formula. A text that begins with the
  /// mark itself gets another one, so that one mark less is always what came.
  private var beginsFormula: Bool {
    switch unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "'", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}",
      "\u{FF20}":
      true
    default: false
    }
  }
}
