package import Crypto
package import HTTPDocuments
package import PaywallCatalog
import PaywallTextCoding

/// Makes and checks preview tokens: the claims as compact JSON in base64url, a dot, and an
/// HMAC-SHA256 in base64url. The HMAC covers a domain prefix and the first part. The same claims
/// give the same token.
package struct PreviewTokens: Sendable {
  private let secret: SymmetricKey

  /// Bytes.
  package static let secretSize = 32
  /// Bytes; longer tokens are rejected unread.
  package static let longest = 4096

  package init(secret: SymmetricKey) { self.secret = secret }

  private static let domain = Array("paywall preview token v1\n".utf8)

  package func token(for preview: Preview) -> String {
    var (variant, at): (String?, Timestamp?)
    switch preview.subject {
    case .variant(let name, _): variant = name
    case .moment(let moment): at = moment
    }
    let claims = Content.members(
      ("placement", preview.placement), ("experiment", preview.experiment), ("variant", variant),
      ("at", at), ("expires", preview.expires)
    ).json
    let text = Base64.encode(claims, .url)
    let code = HMAC<SHA256>.authenticationCode(for: Self.domain + text.utf8, using: secret)
    return "\(text).\(Base64.encode(Array(code), .url))"
  }

  /// The preview in a token that has this secret's signature and has not expired. Compares codes in
  /// constant time.
  package func preview(in token: String, at now: Timestamp) throws(Problem) -> Preview {
    guard token.utf8.count <= Self.longest else { throw .malformedPreview }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let claims = Base64.decode(parts[0], .url),
      let code = Base64.decode(parts[1], .url), code.count == SHA256.byteCount
    else { throw .malformedPreview }
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Self.domain + parts[0].utf8, using: secret)
    else { throw .foreignPreview }
    guard let preview = Self.read(claims) else { throw .malformedPreview }
    guard now < preview.expires else { throw .expiredPreview(preview.expires) }
    return preview
  }

  private static func read(_ claims: [UInt8]) -> Preview? {
    do throws(Problem) {
      var members = try MemberReader(try JSONReader.read(claims))
      guard let placement = try members.text("placement"),
        let expires = try members.text("expires").flatMap({ Timestamp(rfc3339: $0) })
      else { return nil }
      if let moment = try members.text("at").flatMap({ Timestamp(rfc3339: $0) }) {
        return Preview(placement: placement, subject: .moment(moment), expires: expires)
      }
      guard let experiment = try members.text("experiment"),
        let variant = try members.text("variant")
      else { return nil }
      return Preview(
        placement: placement, experiment: experiment, variant: variant, expires: expires)
    } catch {
      return nil
    }
  }
}
