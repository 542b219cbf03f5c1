import Foundation
import GRDBSQLite
import Ledger
import LedgerStorage

/// The current row of a statement; valid until its next step.
@safe struct SQLRow: LedgerRow {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  subscript(_ column: Int) -> SQLValue {
    let column = Int32(column)
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, column))
    case SQLITE_TEXT: return .text(string(column))
    case SQLITE_BLOB: return .bytes(bytes(column))
    default: return .null
    }
  }

  /// 0 for a cell without a number.
  func int64(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, Int32(column)) }

  func int64(optional column: Int) -> Int64? {
    guard unsafe sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
    return int64(column)
  }

  func text(_ column: Int) -> String? { Cell.text(of: self[column]) }

  func word(_ column: Int) -> String? { Cell.word(of: self[column]) }

  /// A text that is stored verbatim.
  func plain(_ column: Int) throws -> String {
    guard case .text(let text) = self[column] else {
      throw UnreadableRow("no text in column \(column)")
    }
    return text
  }

  func plain(optional column: Int) -> String? { Cell.plain(of: self[column]) }

  /// An id without a copy of its text: a UUID by its bytes, in whatever letter case it was sent; any
  /// other by two seeded hashes, which 10⁸ ids have a chance of 10⁻²² to share.
  func idCell(_ column: Int) -> IdCell {
    let place = Int32(column)
    let length = unsafe Int(sqlite3_column_bytes(statement, place))
    switch unsafe sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return IdCell(high: 1, low: UInt64(bitPattern: int64(column)))
    case SQLITE_BLOB where length == 16:
      guard let start = unsafe sqlite3_column_blob(statement, place) else { return .null }
      return unsafe IdCell(
        high: start.loadUnaligned(as: UInt64.self).bigEndian,
        low: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian)
    case SQLITE_TEXT:
      // Stored as text, a UUID has capital letters.
      if length == 36, let bytes = UUIDText.bytes(of: string(place).lowercased().utf8) {
        return IdCell(uuid: bytes)
      }
      guard let start = unsafe sqlite3_column_text(statement, place) else { return .null }
      return unsafe IdCell(text: UnsafeRawBufferPointer(start: start, count: length))
    default: return .null
    }
  }

  /// The length of a text or of bytes; 0 for a number.
  func byteCount(_ column: Int) -> Int {
    switch unsafe sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_TEXT, SQLITE_BLOB: unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    default: 0
    }
  }

  /// Whether two cells of the row are the same.
  func isSame(_ column: Int, as other: Int) -> Bool { self[column] == self[other] }

  /// Whether a cell is a text of these bytes; no copy is made.
  func hasText(_ column: Int, _ bytes: [UInt8]) -> Bool {
    let place = Int32(column)
    guard unsafe sqlite3_column_type(statement, place) == SQLITE_TEXT,
      unsafe Int(sqlite3_column_bytes(statement, place)) == bytes.count,
      let start = unsafe sqlite3_column_text(statement, place)
    else { return false }
    return unsafe bytes.withUnsafeBytes { known in
      guard let base = known.baseAddress else { return true }
      return unsafe memcmp(start, base, known.count) == 0
    }
  }

  func isText(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT
  }

  func isNumber(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER
  }

  private func string(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// The numbers of texts that many rows share.
struct TextNumbers {
  private var known: [(bytes: [UInt8], number: Int)] = []

  /// - Parameter make: the number of a text that was not seen yet.
  mutating func number(
    of row: SQLRow, _ column: Int, make: (String) -> Int
  ) -> Int {
    for (bytes, number) in known where row.hasText(column, bytes) { return number }
    let text = row.text(column) ?? ""
    let number = make(text)
    // A cell in another form than text, and an absent one, is looked up each time.
    if row.isText(column), known.count < 64 { known.append((Array(text.utf8), number)) }
    return number
  }
}
