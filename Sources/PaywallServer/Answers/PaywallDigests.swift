import Crypto
import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// The digests of paywalls as answers show them, made when they are first needed.
final class PaywallDigests: Sendable {
  /// The first 16 bytes of SHA-256 in hexadecimal, over the value as an answer has it.
  struct Digests: Sendable {
    /// `nil` without content.
    let content: String?
    let products: String
  }

  private struct Key: Hashable {
    let paywall: String
    let locale: String
  }

  private let made = Mutex<[Key: Digests]>([:])

  func digests(of paywall: Paywall, locale: String, in snapshot: Snapshot) -> Digests {
    let key = Key(paywall: paywall.id, locale: locale)
    if let digests = made.withLock({ $0[key] }) { return digests }
    let digests = Digests(
      content: paywall.content.isEmpty
        ? nil : Self.digest { $0.content(of: paywall, locale: locale, in: snapshot) },
      products: Self.digest { $0.productIds(of: paywall) })
    made.withLock { $0[key] = digests }
    return digests
  }

  private static func digest(_ write: (inout JSONText) -> Void) -> String {
    SHA256.hash(data: JSONText(write).bytes).prefix(16).hexadecimal
  }
}
