import OfferSigning
import PaywallCatalog
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The token of calls, signed anew after some minutes.
final class TokenCache: Sendable {
  private struct Token {
    var text: String
    var bundleId: String
    var signed: Timestamp
  }

  private let key: Mutex<SigningKey>
  private let token = Mutex<Token?>(nil)

  /// Apple takes at most 60 minutes.
  static let lifetime: Int64 = 20 * 60
  /// Seconds by which a token is dated back: Apple refuses one from the future, by any clock that is
  /// a little behind ours.
  static let lead: Int64 = 10
  /// Milliseconds.
  static let use: Int64 = 10 * 60 * 1_000

  init(_ key: SigningKey) { self.key = Mutex(key) }

  /// Later tokens are signed with another key.
  func use(_ other: SigningKey) {
    key.withLock { $0 = other }
    forget()
  }

  func token(for bundleId: String, at now: Timestamp) throws(OfferSigningError) -> String {
    let kept = token.withLock { token -> String? in
      guard let token, token.bundleId == bundleId, token.signed <= now,
        now < token.signed.adding(milliseconds: Self.use)
      else { return nil }
      return token.text
    }
    if let kept { return kept }
    let text = try key.withLock(\.self).serverAPIToken(
      bundleId: bundleId, lifetime: Self.lifetime,
      at: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000 - Double(Self.lead)))
    token.withLock { $0 = Token(text: text, bundleId: bundleId, signed: now) }
    return text
  }

  /// After a refusal the next call signs anew.
  func forget() { token.withLock { $0 = nil } }
}
