/// A number as JSON writes it (RFC 8259, section 6).
package struct JSONNumber: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// Written without point and exponent, and no larger than 64 bits hold.
    case integer(Int64)
    case number(Double)
  }

  package let value: Value
  /// The offset behind it.
  package let end: Int

  package struct Mistake: Error, Hashable {
    package enum Kind: Sendable {
      case noDigit, leadingZero, noFraction, noExponent, tooLarge
    }

    package let kind: Kind
    package let offset: Int
  }

  package init(in bytes: [UInt8], at start: Int) throws(Mistake) {
    var position = start
    func take(_ characters: String) -> Bool {
      guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return false }
      position += 1
      return true
    }
    /// How many digits stand here.
    func digits() -> Int {
      let first = position
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
      return position - first
    }
    _ = take("-")
    let first = position
    let count = digits()
    guard count > 0 else { throw Mistake(kind: .noDigit, offset: start) }
    guard count == 1 || bytes[first] != UInt8(ascii: "0") else {
      throw Mistake(kind: .leadingZero, offset: start)
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw Mistake(kind: .noFraction, offset: position) }
    }
    if take("eE") {
      isWhole = false
      _ = take("+-")
      guard digits() > 0 else { throw Mistake(kind: .noExponent, offset: position) }
    }
    end = position
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) {
      value = .integer(integer)
    } else if let number = Double(text), number.isFinite {
      value = .number(number)
    } else {
      throw Mistake(kind: .tooLarge, offset: start)
    }
  }
}

extension JSONNumber.Mistake: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .noDigit, .leadingZero: "A number is one digit, or several that do not begin with 0."
    case .noFraction: "Digits are expected behind the point."
    case .noExponent: "Digits are expected in the exponent."
    case .tooLarge: "The number is larger than a double can hold."
    }
  }
}
