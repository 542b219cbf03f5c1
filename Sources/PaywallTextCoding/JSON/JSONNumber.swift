/// A number as JSON writes it (RFC 8259, section 6).
package enum JSONNumber: Hashable, Sendable {
  /// Written without point or exponent, and fits 64 bits.
  case integer(Int64)
  case number(Double)

  package enum Mistake: Error {
    case noDigit, leadingZero, noFraction, noExponent, tooLarge
  }
}

extension JSONNumber.Mistake: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDigit, .leadingZero: "A number is one digit, or several that do not begin with 0."
    case .noFraction: "Digits are expected behind the point."
    case .noExponent: "Digits are expected in the exponent."
    case .tooLarge: "The number is larger than a double can hold."
    }
  }
}
