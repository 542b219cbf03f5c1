import Foundation
package import Ledger
import LedgerStorage

extension SQLiteLedger {
  /// Writes tables for analysis as files into a folder, all as of one moment: `exposures.csv` and so on,
  /// CSV with a line of names. They name users, so only their owner may read them.
  ///
  /// - Returns: the number of rows by table.
  package func exportTables(
    to folder: String, isRaw: Bool = false
  ) async throws(LedgerFailure) -> [String: Int] {
    try await readTables { tables in
      var rows: [String: Int] = [:]
      for table in PlainTable.all {
        var file = try TableFile(path: "\(folder)/\(table.name).csv")
        file.buffer += table.header
        try table.forEachRow(tables) { cells in
          table.writeCSV(cells, to: &file.buffer, isRaw: isRaw)
          try file.endRow()
        }
        rows[table.name] = try file.close()
      }
      return rows
    }
  }
}

/// A table that is written.
private struct TableFile {
  private let file: FileHandle
  /// The bytes that are not in the file yet.
  var buffer: [UInt8] = []
  private var rows = 0

  init(path: String) throws {
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let opened = FileHandle(forWritingAtPath: path)
    else {
      throw LedgerFailure.unavailable("'\(path)' cannot be written")
    }
    file = opened
  }

  mutating func endRow() throws {
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
