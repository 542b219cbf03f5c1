/// Why a key cannot be used. Holds names, paths and reasons, never key material.
package enum SigningKeyError: Error, Equatable, Sendable {
  case missingFile(path: String)
  case unreadableFile(path: String, reason: String)
  /// Users other than the owner may read the file; `mode` has the excess permission bits (`0o077`).
  case readableByOthers(path: String, mode: UInt32)
  case notPEM
  /// The text is PEM, but not of a key, e.g. `CERTIFICATE REQUEST`.
  case notAKey(label: String)
  case publicKeyGiven
  case certificateGiven
  case severalKeys
  case rsaKey
  case wrongCurve(seen: String)
  case encryptedWithoutPassphrase
  case wrongPassphrase
  case damagedKey(reason: String)
  /// The key id or the issuer id is not usable.
  case invalidField(OfferSigningError)
  case noKeys
  case duplicateKeyId(String)
  case generationFailed(reason: String)
}
