import PaywallTextCoding

/// An In-App Purchase key that signs offers: Apple's id of it, and the private key itself.
package struct SigningKey: Sendable {
  /// The key id that App Store Connect shows, e.g. `2X9R4HXF34`.
  package let id: String
  /// The issuer id from the Keys page; the JWS forms need it, the legacy form does not.
  package let issuerId: String?
  /// Made by `throwAway`: unknown to Apple, so its signatures are valid for development only.
  package let isThrowAway: Bool
  let key: EllipticKey
  /// The JWS header of this key, written once.
  let header: String

  /// Reads a private key from PEM text: PKCS #8 (`.p8`) or SEC1, either may be encrypted.
  ///
  /// - Parameter passphrase: used only by an encrypted key. There is never a prompt.
  package init(
    id: String, issuerId: String? = nil, pem: String, passphrase: String? = nil
  ) throws(SigningKeyError) {
    let block = try PEMBlock.blocks(in: pem).privateKey()
    try self.init(
      id: id, issuerId: issuerId, key: try EllipticKey(block, passphrase: passphrase),
      isThrowAway: false)
  }

  /// Reads a private key from a PEM file that only its owner may read (`chmod 600`).
  package init(
    id: String, issuerId: String? = nil, file path: String, passphrase: String? = nil
  ) throws(SigningKeyError) {
    let pem = try SigningKeyFile.secret(of: path)
    try self.init(id: id, issuerId: issuerId, pem: pem, passphrase: passphrase)
  }

  /// A new random key, for development: the app gets an answer of the right form, and the App Store
  /// refuses it.
  package static func throwAway(
    id: String = "THROWAWAY1", issuerId: String = "00000000-0000-0000-0000-000000000000"
  ) throws(SigningKeyError) -> SigningKey {
    let key: EllipticKey
    do throws(LibcryptoError) {
      key = try EllipticKey.random()
    } catch {
      throw .generationFailed(reason: error.reason)
    }
    return try SigningKey(id: id, issuerId: issuerId, key: key, isThrowAway: true)
  }

  private init(
    id: String, issuerId: String?, key: EllipticKey, isThrowAway: Bool
  ) throws(SigningKeyError) {
    do throws(OfferSigningError) {
      try OfferField.keyId.check(id)
      if let issuerId { try OfferField.issuerId.check(issuerId) }
    } catch {
      throw .invalidField(error)
    }
    self.id = id
    self.issuerId = issuerId
    self.key = key
    self.isThrowAway = isThrowAway
    let members: [Claim] = [
      Claim("alg", .text("ES256")), Claim("kid", .text(id)), Claim("typ", .text("JWT")),
    ]
    header = Base64.encode(members.json, .url)
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The key id and the fingerprint of the public half; never anything of the private one.
  package var description: String { "SigningKey(\(id), public key SHA-256 \(fingerprint))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror {
    Mirror(self, children: ["id": id, "publicKey": fingerprint], displayStyle: .struct)
  }

  /// SHA-256 of the public key (SubjectPublicKeyInfo DER), 64 hexadecimal digits.
  package var fingerprint: String { verificationKey.fingerprint }

  /// The public half under the same id.
  package var verificationKey: VerificationKey { VerificationKey(id: id, key: key) }
}
