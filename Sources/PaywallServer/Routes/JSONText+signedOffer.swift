import PaywallCatalog
import PaywallTextCoding

extension JSONText {
  /// The answer with the signature of an offer.
  mutating func signed(
    _ offer: Offer, on product: String, _ signed: (signature: [UInt8], until: Timestamp)
  ) {
    raw("{\"product\":")
    string(product)
    raw(",\"offer\":{\"kind\":")
    string(offer.kind.rawValue)
    raw(",\"id\":")
    string(offer.id)
    raw(",\"signature\":{")
    raw(signed.signature)
    raw("},\"grantedUntil\":")
    string(signed.until.rfc3339)
    raw("}}")
  }
}
