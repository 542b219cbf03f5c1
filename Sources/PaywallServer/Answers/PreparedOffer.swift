package import PaywallCatalog
import PaywallTextCoding

/// The JSON of an offer around its eligibility and reason.
package struct PreparedOffer: Sendable {
  /// Up to the quote before the eligibility.
  package let start: [UInt8]
  /// From the quote after the reason up to the closing brace, exclusive.
  package let end: [UInt8]

  package init(_ offer: Offer) {
    start =
      JSONText { json in
        json.raw("{\"kind\":")
        json.string(offer.kind.rawValue)
        json.raw(",\"id\":")
        json.string(offer.id)
        json.raw(",\"eligibility\":\"")
      }.bytes
    end =
      JSONText { json in
        json.raw("\"")
        if let url = offer.code?.url {
          json.raw(",\"url\":")
          json.string(url)
        }
        if let id = offer.winBack?.appStoreId {
          json.raw(",\"appStoreId\":")
          json.integer(id)
        }
      }.bytes
  }
}
