extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits for each byte.
  @inlinable package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    digits.append(hexadecimal: self)
    return String(decoding: digits, as: UTF8.self)
  }
}

extension Array<UInt8> {
  /// Appends two lower-case hexadecimal digits for each byte.
  @inlinable package mutating func append(hexadecimal bytes: some Sequence<UInt8>) {
    for byte in bytes {
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  /// The bytes of pairs of digits in either case; `nil` for any other text.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap(hexValue(of:))
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// The lower-case digit of 0 to 15.
@inlinable package func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// The value of a digit in either case; `nil` for any other byte.
@inlinable package func hexValue(of digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
