import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import Testing

/// Releases came into service at ten (50 % of traffic), at eleven (paused) and at half past eleven
/// (running, 95 %), on the fifth of December; it is noon. `unit-129` draws a bucket of `trial` that
/// 50 % of traffic do not open.
@Suite("Exposures that arrive after another release came into service")
struct LateExposureTests {
  private static func digest(_ name: String) -> String { String(repeating: name, count: 64) }

  private static func release(
    _ name: String, _ status: ExperimentStatus, traffic: Int, country: String = "GB"
  ) throws -> Snapshot {
    var snapshot = try TestServer.withExperiments().snapshot
    snapshot.release = Self.digest(name)
    snapshot.experiments["annual-trial"]?.status = status
    snapshot.experiments["annual-trial"]?.traffic = Traffic(try #require(BasisPoints(traffic)))
    snapshot.experiments["annual-trial"]?.audience = .test(
      AttributeTest("country", [.equals(.string(country))]))
    return snapshot
  }

  /// The first exposure of a unit that was rendered at a time of the day.
  private func details(
    of unit: String, at clock: String, isRecorded: Bool = true
  ) async throws -> ExposureDetails {
    let ledger = SQLiteLedger.inMemory()
    let current = try Self.release("c", .running, traffic: 9500)
    if isRecorded {
      for (snapshot, hour) in [
        (try Self.release("a", .running, traffic: 5000, country: "FR"), "10:00"),
        (try Self.release("b", .paused, traffic: 5000), "11:00"), (current, "11:30"),
      ] {
        try await ledger.record(
          ServedRelease(snapshot), at: time("2026-12-05T\(hour):00Z"))
      }
    }
    var server = try TestServer.ofStore(ledger: ledger) { $0 = current }
    server.now = time("2026-12-05T12:00:00Z")
    let parts = try server.dependencies()
    await parts.reloader.recordRelease()
    let body = """
      {"attributes":{"userId":"\(unit)","country":"GB"},"exposures":[{"id":"e",\
      "experiment":"annual-trial","variant":"trial","phase":1,"placement":"onboarding",\
      "at":"2026-12-05T\(clock):00Z"}],"sentAt":"2026-12-05T12:00:00Z"}
      """
    try await TestServer.Reply(
      TestServer.send(
        "POST /v1/exposures\nX-API-Key: client-key\n\n\(body)",
        to: Application.build(parts, settings: Settings()))
    ).expect(200)
    let found = try await ledger.exposures(of: unit, in: .production)
    return try #require(found.first?.details)
  }

  @Test(
    "release, traffic and pause are those of the time when the paywall was rendered",
    arguments: [
      ("11:59", "c", 9500, []), ("11:30", "c", 9500, []),
      ("11:29", "b", 5000, [.duringPause, .beyondTraffic]),
      ("10:59", "a", 5000, .beyondTraffic), ("10:00", "a", 5000, .beyondTraffic),
      ("09:59", nil, nil, []),
    ] as [(String, String?, Int?, ExposureFlags)])
  func late(clock: String, release: String?, traffic: Int?, flags: ExposureFlags) async throws {
    let details = try await details(of: "unit-129", at: clock)
    #expect(details.served.release == release.map(Self.digest))
    #expect(details.served.traffic == traffic)
    #expect(details.flags == flags)
    // Another release showed perhaps something else.
    #expect((details.served.paywall != nil) == (release == "c"))
    #expect(details.served.placement == "onboarding")
  }

  @Test(
    "whether the audience matched is known as long as it was the same",
    arguments: [("11:45", true), ("11:15", true), ("10:30", nil), ("09:30", nil)]
      as [(String, Bool?)])
  func audience(clock: String, isInAudience: Bool?) async throws {
    #expect(
      try await details(of: "user-7", at: clock).dimensions.isInAudience == isInAudience)
  }

  @Test("without a timeline all of it is that of the release in service")
  func noTimeline() async throws {
    let details = try await details(of: "user-7", at: "09:30", isRecorded: false)
    #expect(details.served.release == Self.digest("c") && details.served.traffic == 9500)
    #expect(details.served.paywall != nil && details.flags == [])
  }

  @Test("terms are known of the phase that the configuration has")
  func terms() throws {
    var snapshot = try Self.release("c", .running, traffic: 5000)
    snapshot.experiments["annual-trial"]?.phase = 2
    let release = PreparedRelease(snapshot)
    #expect(release.frozenTerms(of: "annual-trial", phase: 2)?[.seed] == "7f3a9c21")
    #expect(release.frozenTerms(of: "annual-trial", phase: 1) == nil)
    #expect(release.frozenTerms(of: "gone", phase: 1) == nil)
  }
}
