import Foundation
import PaywallCatalog
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// Times as people write them, an hour east of UTC, on Monday 23 November 2026 at 5:00.
@Suite struct MomentTests {
  @Test(arguments: [
    ("2026-12-01T09:00Z", "2026-12-01T09:00Z"),
    ("2026-12-01T09:00+05:30", "2026-12-01T09:00+05:30"),
    ("2026-12-01", "2026-12-01T00:00+01:00"), ("2026-12-01 9:00", "2026-12-01T09:00+01:00"),
    ("2026-12-01T21:30", "2026-12-01T21:30+01:00"), ("today", "2026-11-23T00:00+01:00"),
    ("tomorrow", "2026-11-24T00:00+01:00"), ("Tomorrow 9:00", "2026-11-24T09:00+01:00"),
    ("friday 18:00", "2026-11-27T18:00+01:00"), ("monday", "2026-11-30T00:00+01:00"),
    ("mon", "2026-11-30T00:00+01:00"), ("now", "2026-11-23T05:00+01:00"),
    ("+2h", "2026-11-23T07:00+01:00"), ("in 3 days", "2026-11-26T05:00+01:00"),
    ("in 2 weeks", "2026-12-07T05:00+01:00"),
  ])
  func `It is written with its zone`(typed: String, written: String) throws {
    let moment = try #require(try moment(typed))
    #expect(moment.text == written)
    #expect(moment.timestamp == Timestamp(rfc3339: written))
  }

  @Test(arguments: [
    "2026-02-30", "2026-13-01", "tomorrow 25:00", "tomorrow 9", "9:00", "someday", "", "+0h", "+2y",
    "in", "in days", "2026-12-01 9:00 10:00", "monda",
  ])
  func `What is no time is refused`(typed: String) throws {
    #expect(try moment(typed) == nil)
  }

  @Test func `The zone is shown where nobody named one`() throws {
    #expect(try moment("tomorrow 9:00")?.words == "2026-11-24T09:00+01:00 (GMT+0100)")
    #expect(try moment("2026-12-01T09:00Z")?.words == "2026-12-01T09:00Z")
  }

  private func moment(_ typed: String) throws -> Moment? {
    let now = try #require(Timestamp(rfc3339: "2026-11-23T04:00Z"))
    return Moment(typed, at: now, in: try #require(TimeZone(secondsFromGMT: 3_600)))
  }
}
