import X509

/// The trusted root certificates, with the cached results of chains below them.
package struct TrustedRoots: Sendable {
  let certificates: [Certificate]
  /// Shared by every copy of this value.
  let known = KnownChains()

  /// - Parameter files: each DER, or PEM of one certificate or several.
  package init(_ files: [[UInt8]]) throws(VerifierProblem) {
    var certificates: [Certificate] = []
    for (index, file) in files.enumerated() {
      guard let read = Certificate.read(file) else { throw .unreadableRoot(index + 1) }
      certificates += read
    }
    guard !certificates.isEmpty else { throw .noRoots }
    self.certificates = certificates
  }

  private init(certificates: [Certificate]) { self.certificates = certificates }

  /// Apple Root CA G3. A constant of this module; if it could not be read, no text would be
  /// trusted.
  package static let apple = TrustedRoots(certificates: Certificate.read(AppleRoot.g3) ?? [])
}
