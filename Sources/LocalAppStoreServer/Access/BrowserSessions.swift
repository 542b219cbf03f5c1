import Crypto
import Foundation
import PaywallTextCoding
import Synchronization

/// The browsers that have given the token; each has a cookie of its own, and all end with the process.
final class BrowserSessions: Sendable {
  /// The oldest session ends for a new one, because a holder of the token can begin any number.
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
