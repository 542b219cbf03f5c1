import AppStoreFixtures
import Crypto
import Foundation

/// Signs what the App Store would sign, with the public key of the test vectors, fast enough for
/// millions of texts. TEST ONLY.
struct StoreSigner: Sendable {
  private let key: P256.Signing.PrivateKey
  /// The header in base64url, and the dot after it.
  private let start: [UInt8]
  let root: Data

  init() throws {
    let pki = try Vectors.pki()
    key = try P256.Signing.PrivateKey(derRepresentation: pki.leafKey)
    let header = try TestStore.header(x5c: [pki.leaf, pki.intermediate, pki.root])
    start = Array(header.utf8) + [UInt8(ascii: ".")]
    root = pki.root
  }

  /// A compact JWS.
  func sign(_ payload: String) throws -> String {
    var bytes = start
    Base64URL.append(payload.utf8, to: &bytes)
    let signature = try key.signature(for: bytes)
    bytes.append(UInt8(ascii: "."))
    Base64URL.append(signature.rawRepresentation, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// RFC 4648 section 5, without padding.
enum Base64URL {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    var (held, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(held >> bits & 63)])
      }
    }
    if bits > 0 { text.append(letters[Int(held << (6 - bits) & 63)]) }
  }
}
