package import PaywallCatalog
import PaywallTextCoding

/// A root's statement that a bundle key is the team's, for a time: a compact JWS (RFC 7515).
///
/// Header `{"alg":"ES256","kid":<root>,"typ":"paywall-bundle-key"}`, claims
/// `{"kid","jwk":{"kty":"EC","crv":"P-256","x","y"},"iat","exp","bundleId"?}`.
package struct BundleCertificate: Sendable {
  package static let type = "paywall-bundle-key"

  /// As it was written.
  package let text: String
  /// The name of the root that signed it.
  package let root: String
  package let key: BundlePublicKey
  /// In whole seconds, as written.
  package let issued: Timestamp
  package let expires: Timestamp
  /// The one app that it is for; `nil` is every app of the team.
  package let bundleId: String?
  let signingInput: [UInt8]
  let signature: [UInt8]

  /// Reads a certificate without trusting it.
  package init(_ text: String) throws(BundleDistrust) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = JWSObject(base64url: parts[0]),
      let claims = JWSObject(base64url: parts[1])
    else { throw Self.malformed("it is not three parts of base64url with JSON objects") }
    guard header.text("alg") == "ES256" else { throw Self.malformed("alg is not ES256") }
    guard header.text("typ") == Self.type, let root = header.text("kid"), !header.has("crit"),
      !header.has("b64")
    else { throw Self.malformed("typ is not \(Self.type), or kid is missing") }
    guard let signature = Base64.decode(parts[2], .url), signature.count == 64 else {
      throw Self.malformed("the signature is not 64 bytes")
    }
    guard let key = Self.key(claims), let kid = claims.text("kid"), kid == key.kid else {
      throw Self.malformed("jwk is not a public key on P-256, or kid is not its thumbprint")
    }
    guard let issued = claims.moment("iat"), let expires = claims.moment("exp"), issued < expires
    else { throw Self.malformed("iat and exp are not seconds since 1970 in this order") }
    guard !claims.has("bundleId") || claims.text("bundleId") != nil else {
      throw Self.malformed("bundleId is not text")
    }
    self.text = text
    self.root = root
    self.key = key
    self.issued = issued
    self.expires = expires
    self.bundleId = claims.text("bundleId")
    self.signingInput = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    self.signature = signature
  }

  private static func malformed(_ detail: String) -> BundleDistrust {
    BundleDistrust(.malformedCertificate, "The certificate is malformed: \(detail).")
  }

  private static func key(_ claims: JWSObject) -> BundlePublicKey? {
    guard let jwk = try? claims.reader.member("jwk"),
      (try? jwk.read("kty", as: String.self)) == "EC",
      (try? jwk.read("crv", as: String.self)) == "P-256",
      let x = try? jwk.read("x", as: String.self), let y = try? jwk.read("y", as: String.self),
      let x = Base64.decode(x.utf8, .url), let y = Base64.decode(y.utf8, .url),
      x.count == 32, y.count == 32
    else { return nil }
    return BundlePublicKey(point: [4] + x + y)
  }

  func isSigned(by root: BundlePublicKey) -> Bool { root.signed(signingInput, signature) }
}
