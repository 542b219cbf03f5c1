/// The expected content of a JWS; nil for any value.
package struct JWSExpectation: Hashable, Sendable {
  package var audience: JWSAudience?
  package var bundleId: String?
  package var productId: String?
  package var offerId: String?
  package var transactionId: String?
  package var isIntroductoryAllowed: Bool?
  package var issuerId: String?
  package var nonce: String?

  package init(
    audience: JWSAudience? = nil, bundleId: String? = nil, productId: String? = nil,
    offerId: String? = nil, transactionId: String? = nil, isIntroductoryAllowed: Bool? = nil,
    issuerId: String? = nil, nonce: String? = nil
  ) {
    self.audience = audience
    self.bundleId = bundleId
    self.productId = productId
    self.offerId = offerId
    self.transactionId = transactionId
    self.isIntroductoryAllowed = isIntroductoryAllowed
    self.issuerId = issuerId
    self.nonce = nonce
  }

  /// The text that a claim should have, by its name.
  func text(of claim: String) -> String? {
    switch claim {
    case "bid": bundleId
    case "productId": productId
    case "offerIdentifier": offerId
    case "transactionId": transactionId
    case "iss": issuerId
    case "nonce": nonce?.lowercased()
    default: nil
    }
  }
}
