/// Checks what Apple signed, offline: one verifier for all kinds of texts of one app. The checks
/// and their order are described in the article of this module.
package struct Verifier: Sendable {
  package internal(set) var identity: AppIdentity
  let chains: ChainVerifier
  let xcode: XcodeCertificate?
  let cache = HeaderCache()
  /// Whether it checks unknown chains itself.
  var checksChains = true

  /// - Parameter xcodeCertificate: without it, texts of the Xcode environment are refused.
  package init(
    _ identity: AppIdentity, roots: TrustedRoots = .apple, xcodeCertificate: XcodeCertificate? = nil
  ) {
    self.identity = identity
    chains = ChainVerifier(roots: roots)
    xcode = xcodeCertificate
  }

  /// `roots` are root certificates, each in DER or PEM. `xcodeCertificate` is the one that Xcode
  /// signs its test data with, in DER or PEM.
  package init(
    _ identity: AppIdentity, roots: [[UInt8]], xcodeCertificate: [UInt8]? = nil
  ) throws(VerifierProblem) {
    self.init(
      identity, roots: try TrustedRoots(roots),
      xcodeCertificate: try xcodeCertificate.map { file throws(VerifierProblem) in
        try XcodeCertificate(file)
      })
  }
}
