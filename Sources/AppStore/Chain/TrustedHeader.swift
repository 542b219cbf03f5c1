import Crypto
import PaywallTextCoding

/// A header with checked certificates: everything that verifying a signature needs.
struct TrustedHeader: Sendable {
  /// The header part as it was sent, and the same as text for the evidence.
  let bytes: [UInt8]
  let text: String
  let signer: Signer
  /// The state of the hash after the header and its dot, so that they are hashed once.
  private let hash: SHA256

  init(_ text: CompactText, signer: Signer) {
    bytes = Array(text.bytes[text.header])
    self.text = text.string(text.header)
    self.signer = signer
    var hash = SHA256()
    hash.update(data: text.bytes[..<text.payload.lowerBound])
    self.hash = hash
  }

  /// ES256: r and s, 32 bytes each, over header, dot and payload.
  func signs(_ text: CompactText) throws(Distrust) {
    guard let raw = Base64.decode(text.bytes[text.signature], .url), raw.count == 64,
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
    else { throw Distrust(.malformed, "the signature is not 64 bytes in base64url") }
    var hash = hash
    hash.update(data: text.bytes[text.payload])
    guard signer.key.isValidSignature(signature, for: hash.finalize()) else {
      throw Distrust(
        .badSignature, "the signature does not fit: changed on the way, or not signed by Apple")
    }
  }
}
