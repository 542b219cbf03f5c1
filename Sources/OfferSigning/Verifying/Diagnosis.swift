/// One mistake in a signature: its field, the expected value, and the actual one.
package struct Diagnosis: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// The App Store refuses it, as far as Apple's documentation says.
    case error
    /// Probably not what was meant.
    case warning
  }

  package let code: Code
  package let severity: Severity
  /// A field of the legacy form, a header member or claim of a JWS, or `signature`.
  package let field: String
  package let expected: String
  package let seen: String

  init(
    _ code: Code, _ field: String, expected: String, seen: String, severity: Severity = .error
  ) {
    self.code = code
    self.severity = severity
    self.field = field
    self.expected = expected
    self.seen = seen
  }

  init(
    _ code: Code, _ field: OfferField, expected: String, seen: String, severity: Severity = .error
  ) {
    self.init(code, field.rawValue, expected: expected, seen: seen, severity: severity)
  }

  /// A field that the signer would have refused.
  init(_ refusal: OfferSigningError, field: OfferField, text: String) {
    let code = Code(rawValue: refusal.code) ?? .badField
    // Most limits are our own, and the app may really send an unusual username.
    let severity: Severity =
      [.usernameNotLowercase, .fieldTooLong].contains(code) ? .warning : .error
    let expected =
      switch refusal {
      case .fieldTooLong(_, let limit, _): "at most \(limit) characters"
      case .emptyField: "a value"
      case .usernameNotLowercase: "lower-case letters, as in \(text.lowercased())"
      case .badAppAccountToken: "a UUID"
      default: "text without control characters and U+2063"
      }
    self.init(
      code, field, expected: expected, seen: text.isEmpty ? "empty" : text, severity: severity)
  }
}

extension Diagnosis: CustomStringConvertible {
  /// The next step, in full sentences.
  package var help: String { code.help }

  /// One line for people: `error: nonce: letterCase: expected …, seen …. <help>`
  package var description: String {
    "\(severity.rawValue): \(field): \(code.rawValue): expected \(expected), seen \(seen). \(help)"
  }
}
