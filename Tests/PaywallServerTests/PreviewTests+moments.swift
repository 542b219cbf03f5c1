import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

extension PreviewTests {
  @Test("a preview of a moment shows what a schedule will, and enrols nobody")
  func moment() async throws {
    let testServer = try testServer { snapshot in
      snapshot.experiments["annual-trial"]?.status = .draft
      snapshot.placements["onboarding"] = Placement(
        id: "onboarding",
        rules: [
          Placement.Rule(
            audience: .all([]), show: .paywall("lite"),
            window: TimeWindow(start: time("2026-12-24T00:00:00Z")))
        ], default: .paywall("standard"))
    }
    let order = #"{"placement":"onboarding","at":"2026-12-24T00:00:00Z"}"#
    let made = try await post(testServer, order)
    #expect(made.body["experiment"] == nil && made.status == 200, "\(made)")
    let token = try #require(made.body["token"]?.string)
    try await testServer.exchange(
      "GET /v1/placements/onboarding\nX-API-Key: client-key"
    ).expect(has: #""paywall":{"id":"standard""#)
    let ways = [
      "GET /v1/placements/onboarding?preview=\(token)\nX-API-Key: client-key",
      "POST /v1/placements/onboarding\nX-API-Key: client-key\n\n{\"preview\":\"\(token)\"}",
    ]
    for request in ways {
      try await testServer.exchange(request).expect(
        has: #""paywall":{"id":"lite""#, #""reason":"forced""#,
        #""validUntil":"2026-12-05T13:00:00Z""#, "cache-control: no-store\n")
    }
  }

  @Test("a preview of a moment in an experiment is no exposure")
  func momentOfExperiment() async throws {
    let testServer = try testServer()
    let made = try await post(
      testServer, #"{"placement":"onboarding","at":"2026-12-05T12:30:00Z"}"#)
    let token = try #require(made.body["token"]?.string)
    let parts = try testServer.dependencies()
    try await TestServer.send(
      "GET /v1/placements/onboarding?userId=user-15&country=GB&preview=\(token)\nX-API-Key: client-key",
      to: Application.build(parts, settings: Settings())
    ).expect(has: #""reason":"forced","experiment":{"id":"annual-trial""#)
    var counted = DailyCounts()
    parts.counts.drain(into: &counted)
    #expect(counted.isEmpty)
  }
}
