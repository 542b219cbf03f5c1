/// Why a bundle is refused.
package struct BundleDistrust: Hashable, Sendable {
  /// Stable words.
  package enum Reason: String, CaseIterable, Sendable {
    /// The certificate is not the expected compact JWS: other parts, members or spelling.
    case malformedCertificate
    /// None of the pinned root keys has the certificate's `kid`.
    case unknownRoot
    /// The root's signature does not match the certificate.
    case forgedCertificate
    /// The certificate's time has not begun.
    case certificateNotYetValid
    /// The certificate is for another app.
    case certificateForOtherApp
    /// The signature is not the expected detached JWS.
    case malformedSignature
    /// Not `ES256`.
    case algorithm
    /// Signed with another key than the certified one.
    case otherKey
    /// Signed outside of the time that the certificate allows.
    case signedOutsideCertificate
    /// The signature does not match the payload.
    case forged
    /// Signed in the future, beyond the tolerated difference of clocks.
    case issuedInFuture
    case otherApp
    case otherRelease
    /// Authentic, but not readable by this version.
    case malformedPayload
    case newerFormat
  }

  package let reason: Reason
  package let detail: String

  init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}

extension BundleDistrust: Error, CustomStringConvertible {
  package var description: String { "\(reason.rawValue): \(detail)" }
}
