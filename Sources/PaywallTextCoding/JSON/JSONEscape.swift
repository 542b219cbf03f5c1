/// An escape inside a JSON string (RFC 8259, section 7). A character beyond U+FFFF is two escapes
/// in a row, which are read as one.
package struct JSONEscape: Hashable, Sendable {
  package let character: Unicode.Scalar
  /// The offset after it.
  package let end: Int

  package enum Mistake: Error {
    case unfinished, unknown, notHexadecimal, halfOfPair
  }

  /// - Parameter start: the offset of the backslash.
  package init(in bytes: [UInt8], at start: Int) throws(Mistake) {
    guard start + 1 < bytes.count else { throw .unfinished }
    if let letter = Self.letter(bytes[start + 1]) {
      (character, end) = (Unicode.Scalar(letter), start + 2)
      return
    }
    guard bytes[start + 1] == UInt8(ascii: "u") else { throw .unknown }
    let first = try Self.unit(in: bytes, at: start + 2)
    guard (0xD800..<0xDC00).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw .halfOfPair }
      (character, end) = (scalar, start + 6)
      return
    }
    guard start + 7 < bytes.count, bytes[start + 6] == UInt8(ascii: "\\"),
      bytes[start + 7] == UInt8(ascii: "u")
    else { throw .halfOfPair }
    let second = try Self.unit(in: bytes, at: start + 8)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .halfOfPair }
    (character, end) = (scalar, start + 12)
  }

  /// The byte for an escape of one letter.
  static func letter(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Whether half of a surrogate pair is written here, whatever follows it.
  static func isHalf(in bytes: [UInt8], at start: Int) -> Bool {
    guard bytes[(start + 1)...].first == UInt8(ascii: "u") else { return false }
    return (try? unit(in: bytes, at: start + 2)).map { 0xD800..<0xE000 ~= $0 } ?? false
  }

  /// The UTF-16 code unit of four digits.
  private static func unit(in bytes: [UInt8], at start: Int) throws(Mistake) -> UInt32 {
    guard start + 4 <= bytes.count else { throw .notHexadecimal }
    var unit: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = hexValue(of: bytes[index]) else { throw .notHexadecimal }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}

extension JSONEscape.Mistake: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unfinished: "The escape does not end."
    case .unknown: "There is no such escape; a backslash itself is written \\\\."
    case .notHexadecimal: "Four hexadecimal digits are expected behind \\u."
    case .halfOfPair: "Half of a surrogate pair is no character."
    }
  }
}
