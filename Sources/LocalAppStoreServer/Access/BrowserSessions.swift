import Crypto
import Foundation
import PaywallServer
import PaywallTextCoding
import Synchronization

/// The browsers that have given the token; each has a cookie of its own, and all end with the process.
final class BrowserSessions: Sendable {
  /// The oldest ends for another one: who has the token can begin any number.
  private static let capacity = 256

  /// Digests of the cookies, oldest first: how long a look-up takes says nothing about a cookie.
  private let open = Mutex<[SHA256.Digest]>([])

  /// - Returns: the cookie, 64 hexadecimal digits.
  func begin() -> String {
    let cookie = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
      .hexadecimal
    open.withLock { open in
      if open.count == Self.capacity { open.removeFirst() }
      open.append(Self.digest(cookie))
    }
    return cookie
  }

  func has(_ cookie: String) -> Bool {
    open.withLock { $0.contains(Self.digest(cookie)) }
  }

  func end(_ cookie: String) {
    open.withLock { $0.removeAll { $0 == Self.digest(cookie) } }
  }

  private static func digest(_ cookie: String) -> SHA256.Digest {
    SHA256.hash(data: Data(cookie.utf8))
  }
}

/// Limits how often the token can be guessed, by whomever: ten wrong ones a second.
final class TokenGuesses: Sendable {
  private let bucket = Mutex(TokenBucket())
  private let nanoseconds = RateLimiter.systemClock()

  /// Whether a text may be compared; if it is wrong, it is taken.
  func isExhausted() -> Bool {
    guard let rate = Self.rate else { return false }
    return bucket.withLock { $0.wait(for: 1, of: rate, at: nanoseconds()) } != nil
  }

  func noteWrong() {
    guard let rate = Self.rate else { return }
    bucket.withLock { $0.drain(1, of: rate, at: nanoseconds()) }
  }

  private static let rate = TokenRate(perSecond: 10, burst: 100)
}
