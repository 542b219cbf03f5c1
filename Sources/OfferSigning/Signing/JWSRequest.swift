import PaywallTextCoding

/// A request to the App Store that is signed as a compact JWS. Source: AppleFacts.md § 7.2.
package enum JWSRequest: Hashable, Sendable {
  /// - `transactionId`: any transaction of the customer, or their `appTransactionId`; optional, but
  ///   Apple recommends it.
  case promotionalOffer(PromotionalOffer, transactionId: String?)
  /// - `isAllowed`: true can give a second introductory offer, false withholds it.
  case introductoryEligibility(
    bundleId: String, productId: String, isAllowed: Bool, transactionId: String)
  /// - `request`: the request object as JSON text in UTF-8.
  case advancedCommerce(bundleId: String, request: [UInt8])

  package var bundleId: String {
    switch self {
    case .promotionalOffer(let offer, _): offer.bundleId
    case .introductoryEligibility(let bundleId, _, _, _), .advancedCommerce(let bundleId, _):
      bundleId
    }
  }

  var audience: JWSAudience {
    switch self {
    case .promotionalOffer: .promotionalOffer
    case .introductoryEligibility: .introductoryEligibility
    case .advancedCommerce: .advancedCommerce
    }
  }

  /// The claims of this kind of request, checked.
  func featureClaims() throws(OfferSigningError) -> [Claim] {
    try OfferField.bundleId.check(bundleId)
    switch self {
    case .promotionalOffer(let offer, let transactionId):
      try offer.check()
      var claims = [
        Claim("productId", .text(offer.productId)), Claim("offerIdentifier", .text(offer.offerId)),
      ]
      if let transactionId {
        try OfferField.transactionId.check(transactionId)
        claims.append(Claim("transactionId", .text(transactionId)))
      }
      return claims
    case .introductoryEligibility(_, let productId, let isAllowed, let transactionId):
      try OfferField.productId.check(productId)
      try OfferField.transactionId.check(transactionId)
      return [
        Claim("productId", .text(productId)), Claim("allowIntroductoryOffer", .flag(isAllowed)),
        Claim("transactionId", .text(transactionId)),
      ]
    case .advancedCommerce(_, let request):
      let limit = OfferField.request.limit
      if request.isEmpty { throw .emptyField(.request) }
      if request.count > limit {
        throw .fieldTooLong(.request, limit: limit, length: request.count)
      }
      guard case .object = JSONValue.parse(request) else { throw .requestNotJSON }
      return [Claim("request", .text(Base64.encode(request, .standard)))]
    }
  }
}
