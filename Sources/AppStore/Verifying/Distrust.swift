/// Why a signed text is not believed. Never holds a piece of the text.
package struct Distrust: Error, Hashable, Sendable {
  package let reason: Reason
  /// One line: what is wrong and what to look at.
  package let detail: String
  /// Which text inside a notification it is about; `nil` for the text that was handed in.
  package private(set) var field: SignedField?
  /// The chain that must be checked before the text can be verified. Set only by a verifier that
  /// checks no chains itself (`Verifier.ofKnownChains`).
  package private(set) var unknownChain: UnknownChain?

  init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  /// Refused until the chain is checked: a caller that does not verify again trusts nothing.
  init(_ chain: UnknownChain) {
    self.init(.untrustedChain, "the certificates in x5c were not checked yet")
    unknownChain = chain
  }

  /// The same about the text that another distrust is about.
  package func about(_ field: SignedField?) -> Distrust {
    var copy = self
    copy.field = field
    return copy
  }

  /// Stable codes, in the order in which they are checked (AppleFacts.md § 4).
  package enum Reason: String, CaseIterable, Sendable {
    case tooLong
    /// Not three base64url parts that hold JSON objects, or a signature that is not 64 bytes.
    case malformed
    case unsupportedAlgorithm
    /// A header member that a reader must understand and this one does not.
    case unsupportedHeader
    case badChainLength, badCertificate
    /// Signed with a one-certificate chain that is not the configured certificate of Xcode.
    case untrustedXcodeCertificate
    case certificateNotValidThen, missingMarker
    /// A CA that does not say that it signs certificates, or a leaf that is of a CA or signs nothing.
    case wrongKeyUsage
    case untrustedChain
    case badSignature
    /// Signed by Apple, with a date that is no whole number of 64 bits.
    case badDate
    /// Signed by Apple, more than 24 hours ahead of our clock.
    case signedInFuture
    /// Signed by Apple, but another kind of text than was asked for.
    case wrongKind
    case wrongApp
    /// Production data, and the configuration does not say the app's Apple id.
    case appAppleIdNotConfigured
    case wrongEnvironment
    /// Genuine, with a section that is no object, or a text inside that is no string.
    case wrongType
    /// Genuine, but without the member by which it is told apart from others.
    case missingMember
  }
}

/// Where a notification holds a signed text of its own.
package enum SignedField: String, CaseIterable, Sendable {
  case signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
}
