import Crypto
import PaywallTextCoding
import X509

extension TrustedRoots {
  /// SHA-256 of each certificate in DER, 64 hexadecimal digits, sorted: the fingerprints that other
  /// programs show (`openssl x509 -fingerprint -sha256`).
  package var digests: [String] {
    Set(
      certificates.compactMap { certificate in
        (try? certificate.der()).map { SHA256.hash(data: $0).hexadecimal }
      }
    ).sorted()
  }
}
