package import PaywallBundles

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A private key on the curve P-256: a team's root, or a server's bundle key. It has no text but
/// `pem`, so that no log shows it.
package struct BundlePrivateKey: Sendable {
  private let key: P256.Signing.PrivateKey

  private init(_ key: P256.Signing.PrivateKey) { self.key = key }

  /// A new key, from the system's source of randomness.
  package static func generated() -> BundlePrivateKey {
    BundlePrivateKey(P256.Signing.PrivateKey())
  }

  /// Reads PEM, `PRIVATE KEY` (PKCS #8) or `EC PRIVATE KEY` (SEC 1); `nil` for anything else.
  package init?(pem: String) {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
    self.init(key)
  }

  /// PKCS #8 in PEM: for a file that only its owner reads.
  package var pem: String { key.pemRepresentation + "\n" }

  package var publicKey: BundlePublicKey? {
    BundlePublicKey(point: Array(key.publicKey.x963Representation))
  }

  /// r and s, 64 bytes; `nil` if the system refuses.
  func sign(_ text: [UInt8]) -> [UInt8]? {
    (try? key.signature(for: text)).map { Array($0.rawRepresentation) }
  }
}

extension BundlePrivateKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "BundlePrivateKey(\(publicKey?.kid ?? "?"))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
