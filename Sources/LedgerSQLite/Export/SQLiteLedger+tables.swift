import Foundation
package import Ledger
import Synchronization

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
    let writer = Mutex(TableWriter(folder: folder, isRaw: isRaw))
    do {
      try await export(
        begin: { table in try writer.withLock { try $0.begin(table) } },
        write: { cells in try writer.withLock { try $0.write(cells) } })
      return try writer.withLock { try $0.end() }
    } catch {
      throw LedgerFailure(error)
    }
  }
}

/// Writes one table after the other.
private struct TableWriter {
  private let folder: String
  private let isRaw: Bool
  private var file: FileHandle?
  private var buffer: [UInt8] = []
  private var table = ""
  private var rows: [String: Int] = [:]

  init(folder: String, isRaw: Bool) {
    self.folder = folder
    self.isRaw = isRaw
  }

  mutating func begin(_ table: PlainTable) throws {
    try finish()
    let path = "\(folder)/\(table.name).csv"
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let opened = FileHandle(forWritingAtPath: path)
    else {
      throw LedgerFailure.unavailable("'\(path)' cannot be written")
    }
    file = opened
    self.table = table.name
    rows[table.name] = 0
    buffer += Array((table.columns.joined(separator: ",") + "\n").utf8)
  }

  mutating func write(_ cells: [ExportedRow.Value]) throws {
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
    rows[table, default: 0] += 1
    if buffer.count > 1 << 20 { try flush() }
  }

  mutating func end() throws -> [String: Int] {
    try finish()
    return rows
  }

  private mutating func flush() throws {
    try file?.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func finish() throws {
    try flush()
    try file?.close()
    file = nil
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
