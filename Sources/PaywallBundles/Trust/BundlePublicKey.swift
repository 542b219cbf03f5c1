import PaywallTextCoding

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A public key on the curve P-256: of a root, which an app pins, or of a server.
package struct BundlePublicKey: Hashable, Sendable {
  /// The point as X9.63 writes it without compression: 4, then 32 bytes of x and of y.
  package let point: [UInt8]

  /// `nil` unless these are the bytes of a point on the curve.
  package init?(point: [UInt8]) {
    guard point.count == 65, point.first == 4,
      (try? P256.Signing.PublicKey(x963Representation: point)) != nil
    else { return nil }
    self.point = point
  }

  /// Reads what `pinned` wrote: the point in base64url, 87 characters.
  package init?(pinned text: String) {
    guard text.utf8.count == 87, let point = Base64.decode(text.utf8, .url) else { return nil }
    self.init(point: point)
  }

  /// Reads a PEM file `PUBLIC KEY`, or what `pinned` wrote, with white space around it.
  package init?(file text: String) {
    let word = text.bare
    if let key = try? P256.Signing.PublicKey(pemRepresentation: word) {
      self.init(point: Array(key.x963Representation))
    } else {
      self.init(pinned: word)
    }
  }

  /// The text that an app pins.
  package var pinned: String { Base64.encode(point, .url) }

  /// The key's name, computed from it: its thumbprint by RFC 7638.
  package var kid: String {
    let jwk = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
    return Base64.encode(SHA256.hash(data: Array(jwk.utf8)), .url)
  }

  package var x: String { Base64.encode(point[1..<33], .url) }
  package var y: String { Base64.encode(point[33..<65], .url) }

  /// Whether these 64 bytes, r and s, are this key's signature over a text. Both values of s that a
  /// signature can have are accepted: no identifier depends on a signature.
  func signed(_ text: [UInt8], _ signature: [UInt8]) -> Bool {
    guard signature.count == 64,
      let key = try? P256.Signing.PublicKey(x963Representation: point),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(signature, for: text)
  }
}
