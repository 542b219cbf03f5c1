/// Why a verifier cannot be created.
package enum VerifierProblem: Error, Hashable, Sendable {
  /// Without a root no text could be trusted.
  case noRoots
  /// The file, counted from 1, is neither DER nor PEM of certificates.
  case unreadableRoot(Int)
  /// The file is not one certificate in DER or PEM with a P-256 key.
  case unreadableXcodeCertificate
}

extension VerifierProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRoots: "no root certificate is trusted; leave the setting out to trust Apple's"
    case .unreadableRoot(let number):
      "root certificate \(number) is neither DER nor PEM; take it from apple.com/certificateauthority"
    case .unreadableXcodeCertificate:
      """
      the certificate of Xcode is not one certificate in DER or PEM with a P-256 key; in Xcode, open \
      the StoreKit configuration and choose Editor > Save Public Certificate
      """
    }
  }
}
