import Crypto
import Ledger
import PaywallCatalog
import PaywallServer
import Synchronization
import TestSupport
import Testing

@Suite("Sessions of several servers")
struct SharedSessionTests {
  private let now = time("2026-12-05T12:00:00Z")
  private let keys = APIKeys(TestServer.allKeys)

  /// The ended sessions that a ledger keeps.
  private final class Ended: SessionLedger {
    let marks = Mutex<[[UInt8]: Timestamp]>([:])

    func endSession(_ mark: [UInt8], until end: Timestamp) async throws(LedgerFailure) {
      marks.withLock { $0[mark] = end }
    }

    func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
      marks.withLock { $0[mark] != nil }
    }
  }

  private let ended = Ended()

  private func sessions(_ byte: UInt8) -> ResultsSessions {
    ResultsSessions(
      shared: SymmetricKey(data: [UInt8](repeating: byte, count: 32)), in: ended)
  }

  @Test("a cookie counts at every server with the secret, until its end and with its key")
  func shared() async throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let cookie = sessions(7).begin(for: caller, at: now)
    let end = now.adding(milliseconds: 12 * 3_600_000)
    let other = sessions(7)
    #expect(try await other.caller(of: cookie, keys: keys, at: now) == caller)
    #expect(
      try await other.caller(of: cookie, keys: keys, at: end.adding(milliseconds: -1)) == caller)
    #expect(try await other.caller(of: cookie, keys: keys, at: end) == nil)
    #expect(try await sessions(8).caller(of: cookie, keys: keys, at: now) == nil)
    #expect(try await ResultsSessions().caller(of: cookie, keys: keys, at: now) == nil)
    // Another key of the same name and role has another digest.
    var changed = TestServer.allKeys
    for index in changed.indices { changed[index].digest = TestServer.digest("another") }
    #expect(try await other.caller(of: cookie, keys: APIKeys(changed), at: now) == nil)
  }

  @Test("one that was changed by a digit or a letter's case counts nowhere")
  func changed() async throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let sessions = sessions(7)
    let cookie = sessions.begin(for: caller, at: now)
    for place in 0..<64 {
      var digits = Array(cookie)
      digits[place] = digits[place] == "f" ? "0" : "f"
      #expect(try await sessions.caller(of: String(digits), keys: keys, at: now) == nil, "\(place)")
    }
    #expect(try await sessions.caller(of: cookie, keys: keys, at: now) == caller)
    #expect(try await sessions.caller(of: cookie.uppercased(), keys: keys, at: now) == nil)
  }

  @Test("a sign-out holds on every server until the cookie's end, and only what verifies is kept")
  func signedOut() async throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let cookie = sessions(7).begin(for: caller, at: now)
    let another = sessions(7).begin(for: caller, at: now)
    for junk in [
      String(repeating: "0", count: 64), cookie.uppercased(),
      sessions(8).begin(for: caller, at: now),
      String(cookie.dropLast()) + (cookie.hasSuffix("0") ? "1" : "0"),
    ] {
      try await sessions(7).end(junk, keys: keys, at: now)
    }
    #expect(ended.marks.withLock { $0.isEmpty })
    try await sessions(7).end(cookie, keys: keys, at: now)
    #expect(
      ended.marks.withLock { Array($0.values) } == [now.adding(milliseconds: 12 * 3_600_000)])
    #expect(try await sessions(7).caller(of: cookie, keys: keys, at: now) == nil)
    #expect(try await sessions(7).caller(of: another, keys: keys, at: now) == caller)
  }
}
