/// The result of `verify`.
package struct OfferVerdict: Hashable, Sendable {
  /// The id of the key that made the signature; nil if none of the known keys made it over any
  /// interpretation of the input. This does not mean that it is valid: a signature over the wrong
  /// bytes also has one.
  package let signedBy: String?
  /// All errors and warnings; empty for a correct signature.
  package let findings: [Diagnosis]

  /// Whether the App Store should accept the signature now.
  package var isValid: Bool {
    signedBy != nil && !findings.contains { $0.severity == .error }
  }
}
