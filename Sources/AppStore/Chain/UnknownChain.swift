import Crypto

/// Certificates that this process has not checked yet. The check is the expensive part of a
/// verification, so an event loop passes it to `ChainChecker` and verifies again afterwards.
package struct UnknownChain: Hashable, Sendable {
  /// Leaf and intermediate in DER.
  let certificates: [[UInt8]]

  init(_ certificates: [[UInt8]]) { self.certificates = certificates }

  /// The digest of both with their lengths, so that no other pair has the same.
  var digest: [UInt8] {
    var hash = SHA256()
    for certificate in certificates {
      hash.update(data: Array("\(certificate.count):".utf8))
      hash.update(data: certificate)
    }
    return Array(hash.finalize())
  }
}
