import PaywallTextCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The claims of a signed request that only this world can judge, before anything is verified.
struct OfferClaims: Decodable {
  var nonce: String?
  var transactionId: String?
  var allowIntroductoryOffer: Bool?
  var productId: String?
  var offerIdentifier: String?

  init?(of jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.decode(parts[1], .url),
      let claims = try? JSONDecoder().decode(OfferClaims.self, from: Data(bytes))
    else { return nil }
    self = claims
  }
}
