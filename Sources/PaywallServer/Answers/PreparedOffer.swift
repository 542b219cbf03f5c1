package import Catalog
import TextCoding

/// An offer as the bytes around its eligibility and the reason.
package struct PreparedOffer: Sendable {
  /// Up to the quote before the eligibility.
  package let start: [UInt8]
  /// From the quote behind the reason, up to the brace, which is left out.
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
