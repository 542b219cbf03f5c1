import Foundation
import PaywallCatalog

/// The signed offers in an answer of placements, one or several.
struct WireAhead: Decodable {
  private var placement: String?
  private var paywall: WirePaywall?
  private var placements: [WireAhead]?

  private struct WirePaywall: Decodable {
    var products: [WireProduct]
  }

  private struct WireProduct: Decodable {
    var id: String
    var offers: [WireOffer]
  }

  private struct WireOffer: Decodable {
    var kind: String
    var id: String
    var signature: WireSignedOffer.Signature?
    var grantedUntil: String?
  }

  /// By placement, those with a compact JWS.
  var all: [(placement: String, offers: [SignedOffer])] {
    if let placements { return placements.flatMap(\.all) }
    guard let placement else { return [] }
    let offers = (paywall?.products ?? []).flatMap { product in
      product.offers.compactMap { offer in
        offer.signature.flatMap { signature in
          SignedOffer(
            WireSignedOffer(
              product: product.id,
              offer: .init(
                kind: offer.kind, id: offer.id, signature: signature,
                grantedUntil: offer.grantedUntil)), .jws)
        }
      }
    }
    return [(placement, offers)]
  }
}
