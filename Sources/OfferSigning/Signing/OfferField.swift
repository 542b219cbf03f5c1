/// The fields of a signature. Raw values are the names in Apple's documentation and in problem
/// documents.
package enum OfferField: String, Hashable, Sendable, CaseIterable {
  case bundleId, keyId, productId, offerId, appAccountToken, applicationUsername, nonce, timestamp
  case transactionId, issuerId, allowIntroductoryOffer, request

  /// The greatest number of characters (Unicode scalars; bytes for `request`) that is accepted.
  ///
  /// App Store Connect allows 155 for a bundle id and 100 for a product id. The other limits are
  /// our own: Apple publishes none, and real values are far shorter.
  package var limit: Int {
    switch self {
    case .bundleId: 155
    case .productId: 100
    case .applicationUsername: 256
    case .request: 65_536
    default: 64
    }
  }

  /// Refuses an empty or over-long text, a U+2063 (it would shift the fields) and control
  /// characters.
  func check(_ text: String) throws(OfferSigningError) {
    if text.isEmpty { throw .emptyField(self) }
    var length = 0
    for scalar in text.unicodeScalars {
      if scalar == LegacyPayload.separator { throw .separatorInField(self) }
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        throw .controlCharacterInField(self)
      }
      length += 1
    }
    if length > limit { throw .fieldTooLong(self, limit: limit, length: length) }
  }
}
