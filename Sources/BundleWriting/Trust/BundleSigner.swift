package import PaywallBundles
package import PaywallCatalog
import PaywallTextCoding

/// A bundle key with its certificate, with which a server signs.
package struct BundleSigner: Sendable {
  package let certificate: BundleCertificate
  private let key: BundlePrivateKey

  /// `nil` if the certificate is for another key.
  package init?(key: BundlePrivateKey, certificate: BundleCertificate) {
    guard key.publicKey == certificate.key else { return nil }
    self.key = key
    self.certificate = certificate
  }

  /// The detached JWS over a payload, in whole seconds; never longer than the certificate. `nil` if
  /// the certificate does not allow to sign at this moment, or not for this app.
  package func sign(
    _ payload: [UInt8], release: String, bundleId: String, issued: Timestamp, expires: Timestamp
  ) -> BundleSignature? {
    let end = min(expires, certificate.expires)
    guard certificate.issued <= issued, issued.seconds < end.seconds,
      certificate.bundleId.map({ $0.utf8.elementsEqual(bundleId.utf8) }) ?? true
    else { return nil }
    var header = BundleWriter()
    header.object { header in
      header.member("alg", "ES256")
      header.member("kid", certificate.key.kid)
      header.member("typ", BundleSignature.type)
      header.member("iat", issued.seconds)
      header.member("exp", end.seconds)
      header.member("release", release)
      header.member("bundleId", bundleId)
    }
    let encoded = Base64.encodeUTF8(header.json.bytes, .url)
    guard let signature = key.sign(BundleSignature.signingInput(encoded, payload)) else {
      return nil
    }
    let text = String(decoding: encoded, as: UTF8.self) + ".." + Base64.encode(signature, .url)
    return try? BundleSignature(text)
  }
}
