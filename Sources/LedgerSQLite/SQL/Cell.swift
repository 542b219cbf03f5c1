import Ledger
import LedgerStorage

/// How a SQLite file stores texts.
enum Cell: DatabaseCell {
  /// A text from outside in its shortest form: a decimal number as an integer, a UUID in lower case
  /// as its 16 bytes.
  static func text(_ text: String?) -> SQLValue {
    guard let text else { return .null }
    if let number = decimal(text) { return .integer(number) }
    if let uuid = UUIDText.bytes(of: text.utf8) { return .bytes(uuid) }
    return .text(text)
  }

  static func text(of value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let number): String(number)
    case .text(let text): text
    case .bytes(let bytes): UUIDText.text(of: bytes)
    }
  }

  /// A word of a known list as its number in the list, any other as it is.
  static func word(_ text: String?) -> SQLValue {
    guard let text else { return .null }
    return PackedWords.number(of: text.utf8).map { .integer(Int64($0)) } ?? .text(text)
  }

  static func word(of value: SQLValue) -> String? {
    switch value {
    case .null, .bytes: nil
    case .integer(let number):
      PackedWords.all.indices.contains(Int(number)) ? PackedWords.all[Int(number)] : nil
    case .text(let text): text
    }
  }

  /// The number in a text of digits only, without sign and leading zeros.
  private static func decimal(_ text: String) -> Int64? {
    let digits = text.utf8
    guard let first = digits.first, digits.count <= 18 else { return nil }
    guard first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return number
  }

  static func plain(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

  static func plain(of value: SQLValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  static func part(_ part: PackedText.Part) -> SQLValue {
    switch part {
    case .bytes(let bytes): .bytes(bytes)
    case .text(let text): .text(text)
    }
  }

  static func part(of value: SQLValue) throws -> PackedText.Part {
    switch value {
    case .bytes(let bytes): return .bytes(bytes)
    case .text(let text): return .text(text)
    default: throw UnreadableRow("a part of a text is neither text nor bytes")
    }
  }
}
