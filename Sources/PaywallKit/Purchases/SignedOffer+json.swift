import Foundation
import PaywallCatalog

extension SignedOffer {
  /// `nil` if the server answered with something that StoreKit does not take, or in another form than
  /// was asked for.
  ///
  /// - Parameter offer: the offer in an answer of `/v1/offers/sign`, or of a placement.
  init?(_ offer: JSONValue, of product: String, _ form: Form) {
    guard let kind = offer["kind"]?.string.flatMap(Paywall.Offer.Kind.init(rawValue:)),
      let id = offer["id"]?.string,
      let signature = offer["signature"].flatMap({ Signature($0, form) })
    else { return nil }
    self.init(
      product: product, kind: kind, offer: id, signature: signature,
      grantedUntil: offer["grantedUntil"]?.date)
  }

  /// Returns the offers that came signed with an answer of placements, one or several: by
  /// placement, those with a compact JWS.
  static func ahead(in answer: JSONValue) -> [(placement: String, offers: [SignedOffer])] {
    (answer["placements"]?.array ?? [answer]).compactMap { answer in
      guard let placement = answer["placement"]?.string else { return nil }
      let products = answer["paywall"]?["products"]?.array ?? []
      return (placement, products.flatMap(ahead))
    }
  }

  private static func ahead(on product: JSONValue) -> [SignedOffer] {
    guard let id = product["id"]?.string else { return [] }
    return (product["offers"]?.array ?? []).compactMap { SignedOffer($0, of: id, .jws) }
  }
}

extension SignedOffer.Signature {
  fileprivate init?(_ json: JSONValue, _ form: SignedOffer.Form) {
    switch form {
    case .jws:
      guard let jws = json["jws"]?.string else { return nil }
      self = .jws(jws)
    case .legacy(let token):
      guard let keyId = json["keyId"]?.string, case .integer(let timestamp)? = json["timestamp"],
        let nonce = json["nonce"]?.string.flatMap({ UUID(uuidString: $0) }),
        let signature = json["signature"]?.string.flatMap({ Data(base64Encoded: $0) })
      else { return nil }
      self = .legacy(
        keyId: keyId, nonce: nonce, timestamp: timestamp, signature: signature,
        appAccountToken: token)
    }
  }
}
