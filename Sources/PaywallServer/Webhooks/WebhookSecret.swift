import Crypto
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OfferSigning
package import PaywallCatalog
import PaywallTextCoding

/// The secret of an endpoint, as Standard Webhooks writes it: `whsec_` and 24 to 64 bytes in base64,
/// which the receiver has too, or `whsk_` and the 32 bytes of an Ed25519 key, whose public key it has.
package struct WebhookSecret: Sendable {
  private let key: Key

  private enum Key {
    case shared(SymmetricKey)
    case signing(Curve25519.Signing.PrivateKey)
  }

  /// Bytes.
  package static let lengths = 24...64

  /// Why there is no secret, as a sentence that shows no part of it.
  package struct Problem: Error, Hashable, Sendable {
    package let words: String
  }

  package init(_ text: String, at place: SecretPlace) throws(Problem) {
    if text.hasPrefix("whsk_"), let bytes = Base64.decode(Array(text.utf8)[5...], .standard),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
    {
      self.key = .signing(key)
      return
    }
    let text = text.trimmingPrefix("whsec_")
    guard let bytes = Base64.decode(Array(text.utf8)[...], .standard),
      Self.lengths.contains(bytes.count)
    else {
      throw Problem(
        words: """
          \(place) does not hold a secret: write whsec_ and 24 to 64 random bytes in base64, or \
          whsk_ and 32
          """)
    }
    key = .shared(SymmetricKey(data: bytes))
  }

  /// Reads the secret at a place now, so that it rotates without a restart.
  ///
  /// - Parameter environment: instead of the process' own.
  package init(
    _ place: SecretPlace, environment: [String: String]? = nil
  ) throws(Problem) {
    try self.init(place.text(environment), at: place)
  }

  /// The secret of RevenueCat's format, which is the text itself.
  package init(plain text: String, at place: SecretPlace) throws(Problem) {
    guard (12...256).contains(text.utf8.count) else {
      throw Problem(words: "\(place) does not hold a secret: write 12 to 256 bytes of text")
    }
    key = .shared(SymmetricKey(data: Array(text.utf8)))
  }

  /// `whpk_…`, for the receiver of signatures by Ed25519; `nil` of a secret that it shares.
  package var publicKey: String? {
    guard case .signing(let key) = key else { return nil }
    return "whpk_" + Base64.encode(Array(key.publicKey.rawRepresentation), .standard)
  }

  /// `v1,` and HMAC-SHA-256 over id, seconds and body in base64, or `v1a,` and the signature by
  /// Ed25519; `nil` if the library does not sign.
  package func signature(id: String, seconds: Int64, body: [UInt8]) -> String? {
    let text = Array("\(id).\(seconds).".utf8) + body
    guard case .signing(let key) = key else {
      return code(of: text).map { "v1," + Base64.encode($0, .standard) }
    }
    return (try? key.signature(for: text)).map { "v1a," + Base64.encode(Array($0), .standard) }
  }

  /// HMAC-SHA-256; `nil` of an Ed25519 key.
  func code(of text: [UInt8]) -> [UInt8]? {
    guard case .shared(let key) = key else { return nil }
    return Array(HMAC<SHA256>.authenticationCode(for: text, using: key))
  }
}

extension SecretPlace {
  /// The text that stands there, never empty.
  func text(_ environment: [String: String]?) throws(WebhookSecret.Problem) -> String {
    switch self {
    case .environment(let name):
      let environment = environment ?? ProcessInfo.processInfo.environment
      guard let text = environment[name], !text.isEmpty else {
        throw WebhookSecret.Problem(words: "the environment variable \(name) is not set")
      }
      return text
    case .file(let path):
      do throws(SigningKeyError) {
        return String(try SigningKeyFile.secret(of: path).prefix { !$0.isNewline })
      } catch {
        throw WebhookSecret.Problem(words: error.description)
      }
    }
  }
}
