import Ledger
import LedgerStorage
import PaywallTextCoding

/// How PostgreSQL stores texts.
enum Cell: DatabaseCell {
  /// A text. PostgreSQL stores no byte 0: it becomes `\u{1}0`, and the byte 1 becomes `\u{1}1`, so
  /// that different texts stay different and in the same order.
  static func text(_ text: String?) -> SQLValue {
    guard let text else { return .null }
    guard text.utf8.contains(where: { $0 < 2 }) else { return .text(text) }
    var bytes: [UInt8] = []
    for byte in text.utf8 { bytes += byte < 2 ? [1, byte + UInt8(ascii: "0")] : [byte] }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// A list of texts, for `?::text::text[]`.
  static func array(_ texts: some Sequence<String>) -> SQLValue {
    let quoted = texts.map { text in
      guard case .text(let stored) = Cell.text(text) else { return "" }
      return "\"" + stored.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return .text("{" + quoted.joined(separator: ",") + "}")
  }

  /// A list of bytes, for `?::text::bytea[]`.
  static func array(bytes: some Sequence<[UInt8]>) -> SQLValue {
    .text("{" + bytes.map { "\"\\\\x\($0.hexadecimal)\"" }.joined(separator: ",") + "}")
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

  // All texts are stored alike.
  static func word(_ word: String?) -> SQLValue { text(word) }

  static func plain(_ plain: String?) -> SQLValue { text(plain) }

  static func word(of value: SQLValue) -> String? { text(of: value) }

  static func plain(of value: SQLValue) -> String? { text(of: value) }

  static func part(_ part: PackedText.Part) -> SQLValue { .bytes(part.tagged) }

  static func part(of value: SQLValue) throws -> PackedText.Part {
    guard case .bytes(let bytes) = value else {
      throw UnreadableRow("a part of a text is neither text nor bytes")
    }
    return try PackedText.Part(tagged: bytes)
  }
}
