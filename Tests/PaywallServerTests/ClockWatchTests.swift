import PaywallCatalog
import PaywallAPI
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
}
