/// An escape inside a JSON string (RFC 8259, section 7). A character beyond U+FFFF is two escapes
/// in a row, which are read as one.
package struct JSONEscape: Hashable, Sendable {
  package let character: Unicode.Scalar
  /// The offset behind it.
  package let end: Int

  package enum Mistake: Error {
    case unfinished, unknown, notHexadecimal, halfOfPair
  }

  /// - Parameter start: the offset of the backslash.
  package init(in bytes: [UInt8], at start: Int) throws(Mistake) {
    guard start + 1 < bytes.count else { throw .unfinished }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): character = "\""
    case UInt8(ascii: "\\"): character = "\\"
    case UInt8(ascii: "/"): character = "/"
    case UInt8(ascii: "b"): character = "\u{8}"
    case UInt8(ascii: "f"): character = "\u{C}"
    case UInt8(ascii: "n"): character = "\n"
    case UInt8(ascii: "r"): character = "\r"
    case UInt8(ascii: "t"): character = "\t"
    case UInt8(ascii: "u"):
      let first = try Self.unit(in: bytes, at: start + 2)
      guard (0xD800..<0xDC00).contains(first) else {
        guard let scalar = Unicode.Scalar(first) else { throw .halfOfPair }
        character = scalar
        end = start + 6
        return
      }
      guard bytes[(start + 6)...].starts(with: "\\u".utf8) else { throw .halfOfPair }
      let second = try Self.unit(in: bytes, at: start + 8)
      guard (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw .halfOfPair }
      character = scalar
      end = start + 12
      return
    default: throw .unknown
    }
    end = start + 2
  }

  /// The UTF-16 code unit of four digits.
  private static func unit(in bytes: [UInt8], at start: Int) throws(Mistake) -> UInt32 {
    guard start + 4 <= bytes.count else { throw .notHexadecimal }
    var unit: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = hexValue(of: byte) else { throw .notHexadecimal }
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
