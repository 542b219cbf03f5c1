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
      Claim("nonce", .text(nonce.lowercaseText)),
    ]
    let signed = "\(header).\(Base64.encode((common + feature).json, .url))"
    let signature = try signature(over: Array(signed.utf8))
    guard let raw = ECDSASignature(der: signature)?.raw else {
      throw .signingFailed(reason: "libcrypto gave a signature that is not DER")
    }
    return "\(signed).\(Base64.encode(raw, .url))"
  }
}
