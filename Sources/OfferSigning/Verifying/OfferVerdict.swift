/// What `verify` has to say about a signature.
package struct OfferVerdict: Hashable, Sendable {
  /// The id of the key that made the signature; nil if none of the known keys made it over any
  /// reading of the input. Says nothing about validity: a signature over the wrong bytes has one too.
  package let signedBy: String?
  /// Everything that is wrong or doubtful; empty for a signature that is as it should be.
  package let findings: [Diagnosis]

  /// Whether the App Store should accept the signature now.
  package var isValid: Bool {
    signedBy != nil && !findings.contains { $0.severity == .error }
  }
}
