import PaywallTextCoding
/// A key that verifies signatures; it needs no private key.
package struct VerificationKey: Sendable {
  package let id: String
  let key: EllipticKey

  /// Reads a public key from PEM text (`-----BEGIN PUBLIC KEY-----`); a private key is also
  /// accepted.
  package init(id: String, pem: String, passphrase: String? = nil) throws(SigningKeyError) {
    do throws(OfferSigningError) {
      try OfferField.keyId.check(id)
    } catch {
      throw .invalidField(error)
    }
    self.id = id
    key = try EllipticKey(PEMBlock.blocks(in: pem).anyKey(), passphrase: passphrase)
  }

  /// Reads a key from a PEM file; only the owner may have access to one with a private key.
  package init(id: String, file path: String, passphrase: String? = nil) throws(SigningKeyError) {
    let (pem, openTo) = try SigningKeyFile.contents(of: path)
    let block = try PEMBlock.blocks(in: pem).anyKey()
    guard openTo == 0 || block.kind == .publicKey else {
      throw .readableByOthers(path: path, mode: openTo)
    }
    try self.init(id: id, pem: pem, passphrase: passphrase)
  }

  init(id: String, key: EllipticKey) {
    self.id = id
    self.key = key
  }

  /// The public key as DER (SubjectPublicKeyInfo).
  package var publicKeyDER: [UInt8] { key.publicKeyDER }

  /// SHA-256 of the public key (SubjectPublicKeyInfo DER), 64 hexadecimal digits.
  package var fingerprint: String { Digest.sha256.hash(publicKeyDER).hexadecimal }
}

extension VerificationKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  package var description: String { "VerificationKey(\(id), public key SHA-256 \(fingerprint))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror {
    Mirror(self, children: ["id": id, "publicKey": fingerprint], displayStyle: .struct)
  }
}
