package import Crypto
import Foundation
import PaywallCatalog
import PaywallTextCoding

/// The key that calls of Apple's server API are signed with, as App Store Connect names it.
package struct ServerAPIKey: Sendable {
  package let id: String
  package let issuerId: String
  let publicKey: P256.Signing.PublicKey

  package init(id: String, issuerId: String, publicKey: P256.Signing.PublicKey) {
    self.id = id
    self.issuerId = issuerId
    self.publicKey = publicKey
  }

  /// Names a key with ids that are made of it: the same key always has the same.
  package init(naming publicKey: P256.Signing.PublicKey) {
    let hex = SHA256.hash(data: publicKey.derRepresentation).hexadecimal
    self.init(
      id: hex.suffix(10).uppercased(), issuerId: hex.prefix(32).withHyphens, publicKey: publicKey)
  }

  /// Returns what is wrong with a token, for the log; `nil` if nothing is. Apple checks the same,
  /// and does not say it.
  ///
  /// - Parameters:
  ///   - now: real time, also if the clock of the world shows another one: callers sign by theirs.
  func mistake(in token: String, bundleId: String, at now: Timestamp) -> String? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(Header.self, parts[0]),
      let claims = Self.object(Claims.self, parts[1]),
      let signature = Base64.decode(String(parts[2]), .url)
    else { return "it is no JWT with the claims iss, aud, bid and exp" }
    guard header.alg == "ES256" else { return "'alg' is not ES256" }
    guard header.kid == id else { return "'kid' is not \(id)" }
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
    else { return "another key signed it" }
    return claims.mistake(issuerId, bundleId, now.milliseconds / 1_000)
  }

  private static func object<Value: Decodable>(
    _ type: Value.Type, _ part: Substring
  ) -> Value? {
    Base64.decode(String(part), .url).flatMap {
      try? JSONDecoder().decode(type, from: Data($0))
    }
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String
  }

  private struct Claims: Decodable {
    var iss: String
    var aud: String
    var bid: String
    var exp: Int64
    /// Apple's Python library leaves it out.
    var iat: Int64?

    private static let longest: Int64 = 3_600
    /// The clocks may differ by this number of seconds.
    private static let skew: Int64 = 60

    func mistake(_ issuer: String, _ bundleId: String, _ now: Int64) -> String? {
      guard iss == issuer else { return "'iss' is not \(issuer)" }
      guard aud == "appstoreconnect-v1" else { return "'aud' is not appstoreconnect-v1" }
      guard bid == bundleId else { return "'bid' is not \(bundleId)" }
      guard exp > now else { return "it expired" }
      let issued = iat ?? now
      guard issued <= now + Self.skew else { return "'iat' is in the future" }
      let (life, overflow) = exp.subtractingReportingOverflow(issued)
      guard !overflow, life <= Self.longest + (iat == nil ? Self.skew : 0) else {
        return "it lives for more than 60 minutes"
      }
      return nil
    }
  }
}
