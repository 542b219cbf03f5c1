/// The marker bytes of a packed payload. None of them occurs in JSON. A length, an index or a
/// number follows, seven bits to a byte, the lowest first.
enum PackMark {
  /// A signed text in quotes: its header's number (8 bytes), payload and signature, each after its
  /// length.
  static let signedText: UInt8 = 0
  /// A word in quotes, by its index in the list; with a colon after it, or without.
  static let word: UInt8 = 1
  static let wordColon: UInt8 = 2
  /// Any other string in quotes, after its length.
  static let string: UInt8 = 3
  /// An earlier string in quotes, by its index.
  static let repeated: UInt8 = 4
  /// A decimal number in quotes.
  static let quotedNumber: UInt8 = 5
  /// A decimal number.
  static let number: UInt8 = 6
  /// A UUID in lower case, in quotes: 16 bytes.
  static let uuid: UInt8 = 7

  /// Shorter strings and numbers are stored verbatim.
  static let shortest = 4

  /// Whether JSON may hold this byte.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
