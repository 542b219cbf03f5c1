/// The bytes that stand for something else in a packed payload. None of them occurs in JSON. A
/// length, a place or a number follows with seven bits to a byte, the lowest first.
enum PackMark {
  /// A signed text in quotes: its header's number (8 bytes), payload and signature, each after its
  /// length.
  static let signedText: UInt8 = 0
  /// A word in quotes, by its place in the list; with a colon after it, or without.
  static let word: UInt8 = 1
  static let wordColon: UInt8 = 2
  /// Any other string in quotes, after its length.
  static let string: UInt8 = 3
  /// A string in quotes that came before, by its place among them.
  static let repeated: UInt8 = 4
  /// A decimal number in quotes.
  static let quotedNumber: UInt8 = 5
  /// A decimal number.
  static let number: UInt8 = 6
  /// A UUID in lower case, in quotes: 16 bytes.
  static let uuid: UInt8 = 7

  /// Shorter strings and numbers stand as they are.
  static let shortest = 4

  /// Whether JSON may hold this byte.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
