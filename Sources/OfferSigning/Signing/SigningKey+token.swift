import PaywallTextCoding

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SigningKey {
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
    let claims: [Claim] = [
      Claim("iss", .text(issuerId)), Claim("iat", .number(issued)),
      Claim("exp", .number(issued + lifetime)), Claim("aud", .text("appstoreconnect-v1")),
      Claim("bid", .text(bundleId)),
    ]
    let signed = "\(header).\(Base64.encode(claims.json, .url))"
    guard let raw = ECDSASignature(der: try signature(over: Array(signed.utf8)))?.raw else {
      throw .signingFailed(reason: "libcrypto gave a signature that is not DER")
    }
    return "\(signed).\(Base64.encode(raw, .url))"
  }
}
