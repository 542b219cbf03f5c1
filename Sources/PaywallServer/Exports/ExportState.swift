import Crypto
import Foundation

/// The rows that a warehouse has after a run, by table, in a file that ends with its SHA-256.
struct ExportState {
  var tables: [String: ExportedRows] = [:]

  init() {}

  private static let digestLength = 32

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (name, rows) in tables.sorted(by: { $0.key < $1.key }) {
      bytes += Array("\(name) \(rows.rows.count)\n".utf8)
      bytes += rows.bytes
    }
    bytes += SHA256.hash(data: bytes)
    return bytes
  }

  /// - Returns: `nil` for a file that was cut or changed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.digestLength else { return nil }
    var rest = bytes.dropLast(Self.digestLength)
    guard Array(SHA256.hash(data: Array(rest))) == bytes.suffix(Self.digestLength) else {
      return nil
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard head.count == 2, let count = Int(head[1]), count >= 0 else { return nil }
      let rows = rest[(end + 1)...].prefix(count * ExportedRows.width)
      guard rows.count == count * ExportedRows.width else { return nil }
      tables[String(head[0])] = ExportedRows(bytes: rows)
      rest = rest[(end + 1 + rows.count)...]
    }
    guard rest.isEmpty else { return nil }
  }
}
