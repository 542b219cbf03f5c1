package import Crypto
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// The browsers that have signed in with an admin key, in the memory of this process. A cookie has a
/// random number and no key; it ends with the process, after ``lifetime``, when its reader signs out,
/// and when its key is revoked.
///
/// Servers that share a ledger know each other's cookies (`SessionSeal`), which then outlive a process.
/// A sign-out takes the cookie from the browser; a copy of it ends at the server that was asked.
package final class ResultsSessions: Sendable {
  /// Milliseconds.
  package static let lifetime: Int64 = 12 * 3_600_000
  private static let capacity = 1_024

  private struct Session {
    var caller: Caller
    var ends: Timestamp
  }

  /// By the digest of the cookie's number: how long a look-up takes says nothing about a number.
  private let sessions = Mutex<[SHA256.Digest: Session]>([:])
  /// Cookies that were signed out here, until their end.
  private let ended = Mutex<[SHA256.Digest: Timestamp]>([:])
  private let random: @Sendable () -> SymmetricKey
  private let seal: SessionSeal?

  /// - Parameters:
  ///   - shared: the secret of all servers of a ledger; `nil` for a server of its own.
  ///   - random: 32 unpredictable bytes.
  package init(
    shared: SymmetricKey? = nil,
    random: @escaping @Sendable () -> SymmetricKey = { SymmetricKey(size: .bits256) }
  ) {
    seal = shared.map { SessionSeal(secret: $0) }
    self.random = random
  }

  /// - Returns: the cookie's value, 64 hexadecimal digits.
  package func begin(for caller: Caller, at now: Timestamp) -> String {
    let bytes = unsafe random().withUnsafeBytes { unsafe Array($0) }
    let ends = now.adding(milliseconds: Self.lifetime)
    if let seal { return seal.cookie(of: caller, until: ends, random: Array(bytes.prefix(8))) }
    let value = bytes.hexadecimal
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.ends > now }
      // Only a holder of an admin key gets here.
      if sessions.count >= Self.capacity,
        let first = sessions.min(by: { $0.value.ends < $1.value.ends })?.key
      {
        sessions[first] = nil
      }
      sessions[Self.digest(value)] = Session(caller: caller, ends: ends)
    }
    return value
  }

  /// The caller of a cookie, if its key is still one of the release's with the role admin.
  package func caller(of value: String, keys: APIKeys, at now: Timestamp) -> Caller? {
    guard value.utf8.count == 64 else { return nil }
    if let seal {
      let admins = keys.callers.filter { $0.role == .admin }
      guard let (caller, end) = seal.caller(of: value, among: admins), end > now,
        ended.withLock({ $0[Self.digest(value)] == nil })
      else { return nil }
      return caller
    }
    let found = sessions.withLock { $0[Self.digest(value)] }
    guard let found, found.ends > now, keys.has(found.caller), found.caller.role == .admin else {
      return nil
    }
    return found.caller
  }

  package func end(_ value: String, at now: Timestamp) {
    if seal != nil {
      ended.withLock { ended in
        ended = ended.filter { $0.value > now }
        // Only who has an admin key gets here with a cookie that counts; others are not worth a place.
        guard ended.count < Self.capacity else { return }
        ended[Self.digest(value)] = now.adding(milliseconds: Self.lifetime)
      }
    }
    sessions.withLock { $0[Self.digest(value)] = nil }
  }

  private static func digest(_ value: String) -> SHA256.Digest {
    SHA256.hash(data: Array(value.utf8))
  }
}

extension APIKeys {
  /// Whether the key of a caller is still among these.
  func has(_ caller: Caller) -> Bool { callers.contains(caller) }
}
