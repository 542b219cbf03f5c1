package import PaywallBundles
package import PaywallCatalog
import PaywallTextCoding

extension BundleCertificate {
  /// Reads a certificate from the text of its file, with white space around it.
  package init(file text: String) throws(BundleDistrust) { try self.init(text.bare) }

  /// Certifies a bundle key. Times are cut to whole seconds. `nil` if the window is empty or the
  /// system refuses to sign.
  package static func issue(
    for key: BundlePublicKey, by root: BundlePrivateKey, bundleId: String?, issued: Timestamp,
    expires: Timestamp
  ) -> BundleCertificate? {
    guard let rootKid = root.publicKey?.kid else { return nil }
    var header = BundleWriter()
    header.object { header in
      header.member("alg", "ES256")
      header.member("kid", rootKid)
      header.member("typ", type)
    }
    var claims = BundleWriter()
    claims.object { claims in
      claims.member("kid", key.kid)
      claims.name("jwk")
      claims.object { jwk in
        jwk.member("kty", "EC")
        jwk.member("crv", "P-256")
        jwk.member("x", key.x)
        jwk.member("y", key.y)
      }
      claims.member("iat", issued.seconds)
      claims.member("exp", expires.seconds)
      claims.member("bundleId", bundleId)
    }
    let input =
      Base64.encodeUTF8(header.json.bytes, .url) + [UInt8(ascii: ".")]
      + Base64.encodeUTF8(claims.json.bytes, .url)
    guard let signature = root.sign(input) else { return nil }
    let text = String(decoding: input, as: UTF8.self) + "." + Base64.encode(signature, .url)
    return try? BundleCertificate(text)
  }
}
