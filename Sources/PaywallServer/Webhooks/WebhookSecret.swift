import Crypto
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OfferSigning
package import PaywallCatalog
import PaywallTextCoding

/// The secret of an endpoint, as Standard Webhooks writes it: `whsec_` and 24 to 64 bytes in base64.
package struct WebhookSecret: Sendable {
  private let key: SymmetricKey

  /// Bytes.
  package static let lengths = 24...64

  /// Why there is no secret, as a sentence that shows no part of it.
  package struct Problem: Error, Hashable, Sendable {
    package let words: String
  }

  package init(_ text: String, at place: SecretPlace) throws(Problem) {
    let text = text.trimmingPrefix("whsec_")
    guard let bytes = Base64.decode(Array(text.utf8)[...], .standard),
      Self.lengths.contains(bytes.count)
    else {
      throw Problem(
        words: "\(place) does not hold a secret: write whsec_ and 24 to 64 random bytes in base64")
    }
    key = SymmetricKey(data: bytes)
  }

  /// Reads the secret at a place now, so that it rotates without a restart.
  ///
  /// - Parameter environment: instead of the process' own.
  package init(
    _ place: SecretPlace, environment: [String: String]? = nil
  ) throws(Problem) {
    switch place {
    case .environment(let name):
      let environment = environment ?? ProcessInfo.processInfo.environment
      guard let text = environment[name], !text.isEmpty else {
        throw Problem(words: "the environment variable \(name) is not set")
      }
      try self.init(text, at: place)
    case .file(let path):
      let text: String
      do throws(SigningKeyError) {
        text = try SigningKeyFile.secret(of: path)
      } catch {
        throw Problem(words: error.description)
      }
      try self.init(String(text.prefix { !$0.isNewline }), at: place)
    }
  }

  /// `v1,` and the base64 of HMAC-SHA-256 over id, seconds and body.
  package func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(id).\(seconds).".utf8) + body, using: key)
    return "v1," + Base64.encode(Array(code), .standard)
  }
}
