import Foundation
package import Ledger

extension SQLiteLedger {
  /// Writes tables for analysis as files into a folder, all as of one moment: `exposures.csv` and so on,
  /// CSV as in RFC 4180 with a line of names, texts in quotes, nothing for what is unknown. They name
  /// users, so only their owner may read them.
  ///
  /// - Parameter isRaw: texts are left as they came. Otherwise one that a spreadsheet would take for a
  ///   formula begins with `'` (OWASP, "CSV Injection").
  /// - Returns: the number of rows by table.
  package func exportTables(
    to folder: String, isRaw: Bool = false
  ) async throws(LedgerFailure) -> [String: Int] {
    try await readTables { tables in
      var rows: [String: Int] = [:]
      for table in PlainTable.all {
        var file = try TableFile(path: "\(folder)/\(table.name).csv", isRaw: isRaw)
        file.write(names: table.columns)
        try table.forEachRow(tables) { try file.write($0) }
        rows[table.name] = try file.close()
      }
      return rows
    }
  }
}

/// A table that is written.
private struct TableFile {
  private let isRaw: Bool
  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var rows = 0

  init(path: String, isRaw: Bool) throws {
    self.isRaw = isRaw
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let opened = FileHandle(forWritingAtPath: path)
    else {
      throw LedgerFailure.unavailable("'\(path)' cannot be written")
    }
    file = opened
  }

  mutating func write(names: [String]) {
    buffer += Array((names.joined(separator: ",") + "\n").utf8)
  }

  mutating func write(_ cells: PlainTable.Cells) throws {
    for (index, cell) in cells.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      switch cell {
      case .null: continue
      case .flag(let flag): buffer += Array((flag ? "true" : "false").utf8)
      case .number(let number): buffer += Array(String(number).utf8)
      case .text(let text):
        let mark = !isRaw && text.beginsFormula ? "'" : ""
        buffer += Array("\"\(mark)\(text.replacing("\"", with: "\"\""))\"".utf8)
      }
    }
    buffer.append(UInt8(ascii: "\n"))
    rows += 1
    if buffer.count > 1 << 20 { try flush() }
  }

  /// - Returns: the number of rows.
  mutating func close() throws -> Int {
    try flush()
    try file.close()
    return rows
  }

  private mutating func flush() throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension String {
  /// Whether a spreadsheet would take a cell with this text for a formula. A text that begins with the
  /// mark itself gets another one, so that one mark less is always what came.
  fileprivate var beginsFormula: Bool {
    guard let first = unicodeScalars.first else { return false }
    return "=+-@\t\r\n'\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
