package import PaywallCatalog

/// Why a signed text is not trusted. Never contains a part of the text.
package struct Distrust: Error, Hashable, Sendable {
  package let reason: Reason
  /// The problem and the place to look at, in one line.
  package let detail: String
  /// The nested text of a notification that is concerned; `nil` for the outer text.
  package private(set) var field: SignedField?
  /// The chain that must be checked before the text can be verified. Set only by a verifier that
  /// checks no chains itself (`Verifier.ofKnownChains`).
  package private(set) var unknownChain: UnknownChain?
  /// When Apple signed a text that is refused as `signedInFuture`.
  package private(set) var signedAt: Timestamp?
  /// The notification that is refused as `namesNoApp`, to be kept aside.
  package private(set) var unowned: UnownedNotification?

  init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  init(signedInFuture moment: Timestamp) {
    self.init(
      .signedInFuture,
      "signedDate is more than 24 hours ahead of the clock of this machine; is its clock right?")
    signedAt = moment
  }

  init(_ unowned: UnownedNotification) {
    self.init(
      .namesNoApp,
      "no section of it names an app, so nobody knows whose it is; a newer version may read it")
    self.unowned = unowned
  }

  /// Refused until the chain is checked: a caller that does not verify again does not trust the
  /// text.
  init(_ chain: UnknownChain) {
    self.init(.untrustedChain, "the certificates in x5c were not checked yet")
    unknownChain = chain
  }

  /// A text that an answer of the App Store needs and does not have.
  package static func missing(_ field: SignedField) -> Distrust {
    Distrust(.missingMember, "it is missing, or no text").about(field)
  }

  /// The same for a nested text.
  package func about(_ field: SignedField?) -> Distrust {
    var copy = self
    copy.field = field
    return copy
  }

  /// Stable codes, in the order in which they are checked (AppleFacts.md § 4).
  package enum Reason: String, CaseIterable, Sendable {
    case tooLong
    /// The text is not three base64url parts with JSON objects, or its signature is not 64 bytes.
    case malformed
    case unsupportedAlgorithm
    /// A header member that a reader must understand and this one does not.
    case unsupportedHeader
    case badChainLength, badCertificate
    /// Signed with a one-certificate chain that is not the configured certificate of Xcode.
    case untrustedXcodeCertificate
    case certificateNotValidThen, missingMarker
    /// A CA without `keyCertSign`, or a leaf that is a CA or must not sign.
    case wrongKeyUsage
    case untrustedChain
    case badSignature
    /// Signed by Apple, with a date that is no whole number of 64 bits.
    case badDate
    /// Signed by Apple, more than 24 hours ahead of our clock.
    case signedInFuture
    /// Signed by Apple, but another kind of text than expected.
    case wrongKind
    case wrongApp
    /// The notification names no app. Only a newer version can read it.
    case namesNoApp
    /// Production data, but the configuration lacks the app's Apple id.
    case appAppleIdNotConfigured
    case wrongEnvironment
    /// Genuine, with a section that is no object, or a text inside that is no string.
    case wrongType
    /// Genuine, but without the member that identifies its kind.
    case missingMember
  }
}

/// The members of a notification with a nested signed text.
package enum SignedField: String, CaseIterable, Sendable {
  case signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
}
