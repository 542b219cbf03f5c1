import Crypto
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("Sessions of several servers")
struct SharedSessionTests {
  private let now = time("2026-12-05T12:00:00Z")
  private let keys = APIKeys(TestServer.allKeys)

  private func sessions(_ byte: UInt8) -> ResultsSessions {
    ResultsSessions(shared: SymmetricKey(data: [UInt8](repeating: byte, count: 32)))
  }

  @Test("a cookie counts at every server with the secret, until its end and with its key")
  func shared() throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let cookie = sessions(7).begin(for: caller, at: now)
    let end = now.adding(milliseconds: 12 * 3_600_000)
    let other = sessions(7)
    #expect(other.caller(of: cookie, keys: keys, at: now) == caller)
    #expect(other.caller(of: cookie, keys: keys, at: end.adding(milliseconds: -1)) == caller)
    #expect(other.caller(of: cookie, keys: keys, at: end) == nil)
    #expect(sessions(8).caller(of: cookie, keys: keys, at: now) == nil)
    #expect(ResultsSessions().caller(of: cookie, keys: keys, at: now) == nil)
    // Another key of the same name and role has another digest.
    var changed = TestServer.allKeys
    for index in changed.indices { changed[index].digest = TestServer.digest("another") }
    #expect(other.caller(of: cookie, keys: APIKeys(changed), at: now) == nil)
  }

  @Test("one that was changed by a digit counts nowhere, and one that was signed out not here")
  func changed() throws {
    let caller = try #require(keys.caller(with: "admin-key"))
    let sessions = sessions(7)
    let cookie = sessions.begin(for: caller, at: now)
    for place in 0..<64 {
      var digits = Array(cookie)
      digits[place] = digits[place] == "f" ? "0" : "f"
      #expect(sessions.caller(of: String(digits), keys: keys, at: now) == nil, "\(place)")
    }
    sessions.end(cookie, at: now)
    #expect(sessions.caller(of: cookie, keys: keys, at: now) == nil)
  }
}
