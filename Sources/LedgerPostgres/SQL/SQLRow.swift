import CLibPQ
import Ledger
import LedgerStorage

/// A row of a result; valid as long as the result.
@safe struct SQLRow: LedgerRow {
  private let result: OpaquePointer
  private let number: Int32

  init(_ result: OpaquePointer, _ number: Int32) {
    unsafe self.result = result
    self.number = number
  }

  subscript(_ column: Int) -> SQLValue {
    guard let bytes = unsafe bytes(column) else { return .null }
    switch unsafe PQftype(result, Int32(column)) {
    case 20, 21, 23: return unsafe .integer(Self.number(bytes))
    case 16: return unsafe .integer(bytes.first == 1 ? 1 : 0)
    case 17: return unsafe .bytes(Array(bytes))
    default: return unsafe .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// 0 for a cell without a number.
  func int64(_ column: Int) -> Int64 { int64(optional: column) ?? 0 }

  func int64(optional column: Int) -> Int64? {
    if case .integer(let number) = self[column] { number } else { nil }
  }

  func text(_ column: Int) -> String? { Cell.text(of: self[column]) }

  // All texts are stored alike.
  func plain(_ column: Int) throws -> String { try required(column) }

  func plain(optional column: Int) -> String? { text(column) }

  func word(_ column: Int) -> String? { text(column) }

  func idCell(_ column: Int) -> IdCell { text(column).map { IdCell($0) } ?? .null }

  /// Returns the bytes in the result, which outlives the row.
  private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
    let column = Int32(column)
    guard unsafe PQgetisnull(result, number, column) == 0,
      let start = unsafe PQgetvalue(result, number, column)
    else { return nil }
    let count = unsafe Int(PQgetlength(result, number, column))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Big-endian, of two, four or eight bytes.
  private static func number(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    guard let first = unsafe bytes.first else { return 0 }
    let start = Int64(Int8(bitPattern: first))
    return unsafe bytes.dropFirst().reduce(start) { $0 << 8 | Int64($1) }
  }
}
