import Crypto

/// Certificates that nobody here has seen. To check where they lead is the dear part of a
/// verification, so whoever must not be held up has it done elsewhere and asks again.
package struct UnknownChain: Hashable, Sendable {
  /// Leaf and intermediate in DER.
  let certificates: [[UInt8]]

  init(_ certificates: [[UInt8]]) { self.certificates = certificates }

  /// Of both, with their lengths, so that no other pair has the same.
  var digest: [UInt8] {
    var hash = SHA256()
    for certificate in certificates {
      hash.update(data: Array("\(certificate.count):".utf8))
      hash.update(data: certificate)
    }
    return Array(hash.finalize())
  }
}
