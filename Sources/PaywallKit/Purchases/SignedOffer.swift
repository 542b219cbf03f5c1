public import Foundation

/// An offer that the server has granted and signed for one purchase. Every attempt to buy needs a
/// new one: Apple takes each signature once, even if the customer cancels.
public struct SignedOffer: Hashable, Codable, Sendable, Identifiable {
  /// The product to buy.
  public let product: String
  /// The kind: `promotional`, or `introductory` for one that the customer may have again.
  public let kind: Paywall.Offer.Kind
  /// App Store Connect's offer identifier.
  public let offer: String
  /// The signature to pass to StoreKit. Kept in memory only, because it is used once.
  public let signature: Signature
  /// The time until which the customer keeps their place in the offer's limits.
  public let grantedUntil: Date?

  /// A signed offer, for previews and tests.
  public init(
    product: String, kind: Paywall.Offer.Kind, offer: String, signature: Signature,
    grantedUntil: Date? = nil
  ) {
    self.product = product
    self.kind = kind
    self.offer = offer
    self.signature = signature
    self.grantedUntil = grantedUntil
  }

  /// The signature as text: each one is different.
  public var id: String {
    switch signature {
    case .jws(let jws): jws
    case .legacy(_, _, _, let signature, _): signature.base64EncodedString()
    }
  }

  /// The two forms of Apple's signatures.
  public enum Signature: Hashable, Sendable {
    /// The text for the purchase options that take a `compactJWS`.
    case jws(String)
    /// The values for `promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`: the signature
    /// as bytes, the time in milliseconds. They hold only for a purchase with this
    /// `appAccountToken`.
    case legacy(
      keyId: String, nonce: UUID, timestamp: Int64, signature: Data, appAccountToken: UUID)
  }

  /// The form of signature to ask for.
  public enum Form: Hashable, Sendable {
    /// A compact JWS, for every system that this library supports.
    case jws
    /// The values that `SKPaymentDiscount` takes, too. The server signs them to an app only for the
    /// account token of a purchase that Apple vouches for, in production.
    case legacy(appAccountToken: UUID)

    /// The name of the form in the API.
    var word: String { appAccountToken == nil ? "jws" : "legacy" }

    var appAccountToken: UUID? { if case .legacy(let token) = self { token } else { nil } }
  }
}

extension SignedOffer.Signature: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "jws": self = .jws(try coded.value())
    case "legacy":
      self = .legacy(
        keyId: try coded.value("keyId"), nonce: try coded.value("nonce"),
        timestamp: try coded.value("timestamp"), signature: try coded.value("signature"),
        appAccountToken: try coded.value("appAccountToken"))
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .jws(let jws): try encoder.encode(case: "jws", jws)
    case .legacy(let keyId, let nonce, let timestamp, let signature, let appAccountToken):
      var values = encoder.values(of: "legacy")
      try values.encode(keyId, forKey: "keyId")
      try values.encode(nonce, forKey: "nonce")
      try values.encode(timestamp, forKey: "timestamp")
      try values.encode(signature, forKey: "signature")
      try values.encode(appAccountToken, forKey: "appAccountToken")
    }
  }
}
