import PaywallCatalog
import Foundation

/// The answer of `/v1/offers/sign`.
struct WireSignedOffer: Decodable {
  var product: String
  var offer: Offer

  struct Offer: Decodable {
    var kind: String
    var id: String
    var signature: Signature
    var grantedUntil: String?
  }

  struct Signature: Decodable {
    var jws: String?
    var keyId: String?
    var nonce: String?
    var timestamp: Int64?
    var signature: String?
  }
}

extension SignedOffer {
  /// `nil` if the server answered with something that StoreKit does not take, or in another form than
  /// was asked for.
  init?(_ wire: WireSignedOffer, _ form: Form) {
    guard let kind = Paywall.Offer.Kind(rawValue: wire.offer.kind),
      let signature = Signature(wire.offer.signature, form)
    else { return nil }
    self.init(
      product: wire.product, kind: kind, offer: wire.offer.id, signature: signature,
      grantedUntil: wire.offer.grantedUntil.flatMap { Timestamp(rfc3339: $0)?.date })
  }
}

extension SignedOffer.Signature {
  fileprivate init?(_ wire: WireSignedOffer.Signature, _ form: SignedOffer.Form) {
    switch form {
    case .jws:
      guard let jws = wire.jws else { return nil }
      self = .jws(jws)
    case .legacy(let token):
      guard let keyId = wire.keyId, let timestamp = wire.timestamp,
        let nonce = wire.nonce.flatMap({ UUID(uuidString: $0) }),
        let signature = wire.signature.flatMap({ Data(base64Encoded: $0) })
      else { return nil }
      self = .legacy(
        keyId: keyId, nonce: nonce, timestamp: timestamp, signature: signature,
        appAccountToken: token)
    }
  }
}
