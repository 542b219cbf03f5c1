import PaywallCatalog

/// How values are stored in the cells of a row.
enum Cell {
  static func moment(_ moment: Timestamp?) -> SQLValue {
    moment.map { .integer($0.milliseconds) } ?? .null
  }

  static func number(_ number: (some BinaryInteger)?) -> SQLValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  static func flag(_ flag: Bool?) -> SQLValue { flag.map { .integer($0 ? 1 : 0) } ?? .null }

  /// A text. PostgreSQL stores no byte 0: it becomes `\u{1}0`, and the byte 1 becomes `\u{1}1`, so
  /// that different texts stay different and in the same order.
  static func text(_ text: String?) -> SQLValue {
    guard let text else { return .null }
    guard text.utf8.contains(where: { $0 < 2 }) else { return .text(text) }
    var bytes: [UInt8] = []
    for byte in text.utf8 { bytes += byte < 2 ? [1, byte + UInt8(ascii: "0")] : [byte] }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  static func text(of value: SQLValue) -> String? {
    guard case .text(let text) = value else { return nil }
    guard text.utf8.contains(1) else { return text }
    var bytes: [UInt8] = []
    var isMarked = false
    for byte in text.utf8 {
      if isMarked {
        bytes.append(byte - UInt8(ascii: "0"))
        isMarked = false
      } else if byte == 1 {
        isMarked = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
