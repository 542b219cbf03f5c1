import PaywallCatalog
import PaywallServer
import Testing

@Suite("Caching")
struct CachingTests {
  private static let path = "/v1/placements/onboarding?userId=user-7&country=GB&locale=de"

  private static var etag: String {
    "\""
      + TestServer.digest(
        PlacementTests.trial.replacing(#","revision":"REVISION""#, with: "").dropLast()
          .description
      ).prefix(32) + "\""
  }

  @Test(
    "who has the answer already is told so: weak, in a list, or with a star",
    arguments: ["TAG", "W/TAG", #""other", W/TAG"#, #""a,b" ,TAG"#, "*"])
  func notModified(_ tags: String) async throws {
    for method in ["GET", "HEAD"] {
      try await TestServer().exchange(
        """
        \(method) \(Self.path)
        If-None-Match: \(tags.replacing("TAG", with: Self.etag))
        """,
        is: """
          304
          cache-control: private, max-age=30, stale-while-revalidate=3600, stale-if-error=86400
          etag: \(Self.etag)
          x-paywall-release: RELEASE
          x-request-id: made-1
          """)
    }
  }

  @Test(
    "another tag, or half of one, gets the whole answer", arguments: [#""other""#, "TAG0\"", ""])
  func modified(_ tags: String) async throws {
    let tag = tags.replacing("TAG", with: Self.etag.dropLast())
    try await TestServer().exchange("GET \(Self.path)\nIf-None-Match: \(tag)").expect(200)
  }

  @Test("a POST is answered whole, whatever its tag says")
  func post() async throws {
    let response = try await TestServer().exchange(
      """
      POST /v1/placements/onboarding
      If-None-Match: *

      {}
      """)
    response.expect(200)
  }

  /// The experiment that the answer depends on ends at 09:00:00.
  @Test(
    "lifetimes are cut to what is left until a schedule could change the answer",
    arguments: [
      ("2026-12-21T09:00:00Z", 30, 3600, 86_400), ("2026-12-21T09:00:01Z", 30, 3600, 86_399),
      ("2026-12-22T08:30:00Z", 30, 1800, 1800), ("2026-12-22T08:59:50Z", 10, 10, 10),
      ("2026-12-22T08:59:59.001Z", 0, 0, 0),
    ])
  func lifetimes(_ now: String, _ age: Int, _ revalidate: Int, _ error: Int) async throws {
    let response = try await TestServer(now: time(now)).exchange("GET \(Self.path)")
    let control =
      "private, max-age=\(age), stale-while-revalidate=\(revalidate), stale-if-error=\(error)"
    #expect(response.contains("cache-control: \(control)\n"))
  }
}
