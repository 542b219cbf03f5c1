package import PaywallCatalog
import PaywallTextCoding

/// A server's signature of the bytes of a payload: a detached JWS (RFC 7515, appendix F).
///
/// Header `{"alg":"ES256","kid","typ":"paywall-bundle","iat","exp","release","bundleId"}`; the part
/// between the dots is left out, and is the payload in base64url when it is checked.
package struct BundleSignature: Sendable {
  package static let type = "paywall-bundle"

  /// As it was written: `<header>..<signature>`.
  package let text: String
  package let kid: String
  /// In whole seconds, as written.
  package let issued: Timestamp
  package let expires: Timestamp
  package let release: String
  package let bundleId: String
  let header: [UInt8]
  let signature: [UInt8]

  /// Reads a signature without trusting it.
  package init(_ text: String) throws(BundleDistrust) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let header = JWSObject(base64url: parts[0]) else {
      throw Self.malformed("it is not a header, two dots and a signature in base64url")
    }
    guard let algorithm = header.text("alg"), algorithm == "ES256" else {
      throw BundleDistrust(.algorithm, "The signature's algorithm is not ES256.")
    }
    guard header.text("typ") == Self.type, !header.has("crit"), !header.has("b64") else {
      throw Self.malformed("typ is not \(Self.type)")
    }
    guard let signature = Base64.decode(parts[2], .url), signature.count == 64 else {
      throw Self.malformed("the signature is not 64 bytes")
    }
    guard let kid = header.text("kid"), let release = header.text("release"),
      let bundleId = header.text("bundleId")
    else { throw Self.malformed("kid, release or bundleId is missing") }
    guard let issued = header.moment("iat"), let expires = header.moment("exp"), issued < expires
    else { throw Self.malformed("iat and exp are not seconds since 1970 in this order") }
    self.text = text
    self.kid = kid
    self.issued = issued
    self.expires = expires
    self.release = release
    self.bundleId = bundleId
    self.header = Array(parts[0])
    self.signature = signature
  }

  private static func malformed(_ detail: String) -> BundleDistrust {
    BundleDistrust(.malformedSignature, "The signature is malformed: \(detail).")
  }

  /// The bytes that a signature covers (RFC 7515, section 5.1).
  package static func signingInput(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
    header + [UInt8(ascii: ".")] + Base64.encodeUTF8(payload, .url)
  }
}
