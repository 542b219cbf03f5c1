import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import Testing

@testable import Ledger

extension ExposureDetailTests {
  @Test(
    "a clock that is wrong is corrected by when the request was sent",
    arguments: [
      ("2026-12-05T09:00:00Z", "2026-12-05T08:30:00Z", 10_800_000),
      ("2027-03-01T00:00:00Z", "2027-02-28T23:30:00Z", -7_387_200_000),
      ("2026-12-05T12:00:00Z", "2026-12-05T11:30:00Z", 0),
    ] as [(String, String, Int64)])
  func clock(sent: String, at: String, offset: Int64) async throws {
    #expect(try await expose(request: #","sentAt":"\#(sent)""#, at: at) == "recorded")
    let found = try await found()
    #expect(found.renderedAt == time("2026-12-05T11:30:00Z"))
    #expect(found.deviceTime == DeviceTime(at: time(at), offset: offset))
    #expect(unknown() == [])
  }

  @Test(
    "a time of sending that cannot be used corrects nothing, and is counted",
    arguments: [
      ("7", "sentAt 1"), (#""yesterday""#, "sentAt 1"), ("{}", "sentAt 1"),
      (#""2026-12-05T11:00:00""#, "sentAt 1"), (#""1970-01-01T00:00:00Z""#, "clock 1"),
      (#""2035-01-01T00:00:00Z""#, "clock 1"), (#""9999-12-31T23:59:59Z""#, "clock 1"),
    ])
  func badClock(sentAt: String, cause: String) async throws {
    #expect(try await expose(request: #","sentAt":\#(sentAt)"#) == "recorded")
    let found = try await found()
    #expect(found.renderedAt == time("2026-12-05T11:59:00Z"))
    #expect(found.deviceTime == nil)
    #expect(unknown() == [cause])
  }

  @Test("a time from the future counts as now, and is counted")
  func future() async throws {
    #expect(try await expose(at: "2031-01-01T00:00:00Z") == "recorded")
    #expect(try await found().renderedAt == time("2026-12-05T12:00:00Z"))
    #expect(unknown() == ["futureTime 1"])
  }

  @Test("a time from 1970 is outside of the phase, unless the clock is known to be wrong")
  func past() async throws {
    #expect(try await expose(at: "1970-01-01T00:00:00Z") == "outsidePhase")
    #expect(try await server.ledger.exposures(of: "user-7", in: .production) == [])
  }

  @Test("whether a visitor is new is told by when the exposure was rendered")
  func newcomer() async throws {
    _ = try await expose(
      attributes: #","firstSeen":"2026-12-02T10:00:00Z""#, at: "2026-12-02T11:00:00Z")
    #expect(try await details().dimensions.isNew == true)
    let attributes = #","firstSeen":"2026-12-02T10:00:00Z""#
    _ = try await expose(
      attributes: attributes, at: "2026-12-03T10:00:00Z", user: "user-15", variant: "control")
    #expect(try await details(of: "user-15").dimensions.isNew == false)
  }

  /// The device's clock is two days slow, or fast: both of its times are.
  @Test(
    "the first start is corrected by the same clock",
    arguments: [("2026-12-03", true), ("2026-12-07", true), ("2026-12-03", false)])
  func newcomersClock(day: String, isNew: Bool) async throws {
    let first = isNew ? "\(day)T10:00:00Z" : "2026-11-30T10:00:00Z"
    _ = try await expose(
      attributes: #","firstSeen":"\#(first)""#, request: #","sentAt":"\#(day)T12:00:00Z""#,
      at: "\(day)T11:00:00Z")
    #expect(try await details().dimensions.isNew == isNew)
    #expect(unknown() == [])
  }
}
