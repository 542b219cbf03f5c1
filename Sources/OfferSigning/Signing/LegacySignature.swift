/// The values that a client needs to redeem an offer with the legacy form, besides the offer id.
package struct LegacySignature: Hashable, Sendable, Codable {
  package let keyId: String
  /// The signed UUID in lower case. A string, because `UUID` would be written in upper case.
  package let nonce: String
  /// UNIX time in milliseconds; Apple accepts the signature for 24 hours from then.
  package let timestamp: Int64
  /// ASN.1 DER in standard Base64 with padding.
  package let signature: String

  package init(keyId: String, nonce: String, timestamp: Int64, signature: String) {
    self.keyId = keyId
    self.nonce = nonce
    self.timestamp = timestamp
    self.signature = signature
  }
}
