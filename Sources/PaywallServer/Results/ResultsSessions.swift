package import Crypto
package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// The browsers that have signed in with a key that may see results, in the memory of this process. A cookie has a
/// random number and no key; it ends with the process, after ``lifetime``, when its reader signs out,
/// and when its key is revoked.
///
/// Servers that share a ledger know each other's cookies (`SessionSeal`), which then outlive a process.
/// A sign-out is kept in their ledger until the cookie's end, so that a copy ends everywhere.
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
  /// Where the sign-outs of all servers are; `nil` for a server of its own.
  private let ledger: (any SessionLedger)?
  private let random: @Sendable () -> SymmetricKey
  private let seal: SessionSeal?

  /// - Parameters:
  ///   - shared: the secret of all servers of a ledger; `nil` for a server of its own.
  ///   - ledger: the one that they share.
  ///   - random: 32 unpredictable bytes.
  package init(
    shared: SymmetricKey? = nil, in ledger: (any SessionLedger)? = nil,
    random: @escaping @Sendable () -> SymmetricKey = { SymmetricKey(size: .bits256) }
  ) {
    seal = shared.map { SessionSeal(secret: $0) }
    self.ledger = ledger
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
      // Only a holder of such a key gets here.
      if sessions.count >= Self.capacity,
        let first = sessions.min(by: { $0.value.ends < $1.value.ends })?.key
      {
        sessions[first] = nil
      }
      sessions[Self.digest(value)] = Session(caller: caller, ends: ends)
    }
    return value
  }

  /// The caller of a cookie, if its key is still one of the release's, with a role that may see results.
  ///
  /// - Throws: if the ledger cannot say whether it was signed out.
  package func caller(
    of value: String, keys: APIKeys, at now: Timestamp
  ) async throws(LedgerFailure) -> Caller? {
    guard value.utf8.count == 64 else { return nil }
    if seal != nil {
      guard let (caller, _) = sealed(value, keys, at: now) else { return nil }
      let hasEnded = try await ledger?.hasEndedSession(Array(Self.digest(value))) ?? false
      return hasEnded ? nil : caller
    }
    let found = sessions.withLock { $0[Self.digest(value)] }
    guard let found, found.ends > now, keys.has(found.caller), found.caller.role.includes(.viewer)
    else {
      return nil
    }
    return found.caller
  }

  /// The caller of a cookie of this ledger's servers, and its end, whether or not it was signed
  /// out.
  private func sealed(
    _ value: String, _ keys: APIKeys, at now: Timestamp
  ) -> (caller: Caller, end: Timestamp)? {
    let viewers = keys.callers.filter { $0.role.includes(.viewer) }
    guard let found = seal?.caller(of: value, among: viewers), found.end > now else { return nil }
    return found
  }

  /// Ends a session. Writes nothing for a cookie that no server made.
  package func end(
    _ value: String, keys: APIKeys, at now: Timestamp
  ) async throws(LedgerFailure) {
    if let (_, end) = sealed(value, keys, at: now) {
      try await ledger?.endSession(Array(Self.digest(value)), until: end)
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
