/// The marker bytes of a packed payload. They do not occur in JSON. A length, an index or a number
/// follows, seven bits to a byte, the lowest first.
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

/// Numbers of a packed payload: seven bits to a byte, the lowest first, all but the last byte with
/// the high bit.
enum PackedNumber {
  static func put(_ number: UInt64, into packed: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      packed.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    packed.append(UInt8(rest))
  }

  /// The number that begins here, and where it ends; `nil` unless it has 4 to 18 digits without a
  /// leading zero.
  static func number<Text: RandomAccessCollection<UInt8>>(
    in text: Text, at start: Int
  ) -> (number: UInt64, end: Int)? where Text.Index == Int {
    guard start < text.endIndex, (0x31...0x39).contains(text[start]) else { return nil }
    var (number, index): (UInt64, Int) = (0, start)
    while index < text.endIndex, (0x30...0x39).contains(text[index]) {
      guard index - start < 18 else { return nil }
      number = number * 10 + UInt64(text[index] - 0x30)
      index += 1
    }
    return index - start >= PackMark.shortest ? (number, index) : nil
  }
}
