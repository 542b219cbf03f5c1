import PaywallTextCoding

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SigningKey {
  /// Signs a request as a compact JWS (ES256), for one purchase attempt.
  ///
  /// - Parameters:
  ///   - nonce: a fresh UUID, written in lower case.
  ///   - now: the signing time; Apple derives the expiry from it and publishes no length.
  package func sign(
    _ request: JWSRequest, nonce: UUID, at now: Date
  ) throws(OfferSigningError) -> String {
    let feature = try request.featureClaims()
    guard let issuerId else { throw .issuerIdMissing }
    let common: [Claim] = [
      Claim("aud", .text(request.audience.rawValue)),
      Claim("bid", .text(request.bundleId)),
      Claim("iat", .number(try UnixTime.seconds(now))),
      Claim("iss", .text(issuerId)),
      Claim("nonce", .text(nonce.uuidString.lowercased())),
    ]
    return try compact(common + feature)
  }

  /// Signs a token (JWT, ES256) with which Apple's App Store Server API is called. It can be used for
  /// many calls while it lives.
  ///
  /// - Parameter lifetime: seconds; Apple takes at most 60 minutes.
  package func serverAPIToken(
    bundleId: String, lifetime: Int64, at now: Date
  ) throws(OfferSigningError) -> String {
    try OfferField.bundleId.check(bundleId)
    guard let issuerId else { throw .issuerIdMissing }
    let issued = try UnixTime.seconds(now)
    return try compact([
      Claim("iss", .text(issuerId)), Claim("iat", .number(issued)),
      Claim("exp", .number(issued + lifetime)), Claim("aud", .text("appstoreconnect-v1")),
      Claim("bid", .text(bundleId)),
    ])
  }

  /// A compact JWS of these claims.
  private func compact(_ claims: [Claim]) throws(OfferSigningError) -> String {
    let signed = "\(header).\(Base64.encode(claims.json, .url))"
    let signature = try signature(over: Array(signed.utf8))
    guard let raw = ECDSASignature(der: signature)?.raw else {
      throw .signingFailed(reason: "libcrypto gave a signature that is not DER")
    }
    return "\(signed).\(Base64.encode(raw, .url))"
  }
}
