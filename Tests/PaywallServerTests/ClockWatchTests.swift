import AppStoreFixtures
import PaywallAPI
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("A clock that is behind Apple's")
struct ClockWatchTests {
  private let noon = time("2026-12-05T12:00:00Z")

  @Test(
    "is a reason from a minute on, for as long as it is behind",
    arguments: [
      (-3_600_000, false), (0, false), (60_000, false), (60_001, true), (86_400_000, true),
    ] as [(Int64, Bool)])
  func reason(_ ahead: Int64, _ isReason: Bool) {
    let clock = ClockWatch()
    #expect(clock.reasons(at: noon).isEmpty)
    clock.saw(signed: noon.adding(milliseconds: ahead))
    clock.saw(signed: noon.adding(milliseconds: -86_400_000))
    #expect(clock.reasons(at: noon).map(\.code) == (isReason ? ["clockIsBehind"] : []))
    #expect(clock.reasons(at: noon.adding(milliseconds: 86_400_000)).isEmpty)
  }

  @Test("is noticed by what it refuses: a text of the App Store from more than a day ahead")
  func refused() async throws {
    var server = try TestServer.ofStore()
    server.now = noon
    let (parts, application) = try server.running()
    let twoDays = JSON.integer(noon.adding(milliseconds: 2 * 86_400_000).milliseconds)
    let text = try Shopper().transaction(["signedDate": twoDays]).string ?? ""
    for body in [#"{"transactions":["\#(text)"]}"#] {
      try await TestServer.Reply(
        TestServer.send("POST /v1/transactions\nX-API-Key: client-key\n\n\(body)", to: application)
      ).expect(422, reason: "signedInFuture")
    }
    #expect(
      parts.metrics.clock.reasons(at: noon).map(\.detail) == [
        "the clock of this machine is at least 172800 s behind: Apple has signed texts later than its now; let NTP set it"
      ])
  }
}
