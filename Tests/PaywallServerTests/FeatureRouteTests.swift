import PaywallCatalog
import PaywallServer
import Testing

@Suite("The rules for GrowthBook's SDKs")
struct FeatureRouteTests {
  private func testServer(
    _ now: String = "2026-12-05T12:00:00Z", keys: [APIKey] = TestServer.allKeys
  ) -> TestServer {
    var testServer = TestServer()
    testServer.keys = keys
    testServer.now = time(now)
    testServer.snapshot.experiments["annual-trial"]?.visibility = .public
    testServer.snapshot.experiments["annual-trial"]?.audience = nil
    return testServer
  }

  private func tag(_ response: String) throws -> String {
    try #require(response.firstMatch(of: /etag: ("[0-9a-f]{32}")/).map { String($0.1) })
  }

  @Test("a client key in the path opens them, to be kept by anybody")
  func kept() async throws {
    let response = try await testServer().exchange("GET /api/features/client-key")
    #expect(
      response.hasPrefix(
        TestServer.complete(
          """
          200
          cache-control: public, max-age=60, stale-while-revalidate=3600, stale-if-error=86400
          content-type: application/json
          etag: \(try tag(response))
          x-paywall-release: RELEASE
          x-request-id: made-1

          {"status":200,"features":{"onboarding":{"defaultValue":{
          """)))
    #expect(response.contains(#""key":"annual-trial""#))
    #expect(response.hasSuffix(#""partialPlacements":["onboarding"]}"#))
    try await testServer().exchange(
      "GET /api/features/client-key\nIf-None-Match: \(try tag(response))"
    ).expect(304)
    try await testServer().exchange("HEAD /api/features/client-key").expect(200)
  }

  @Test("they are good no longer than the next change of a schedule")
  func lifetime() async throws {
    let response = try await testServer("2026-12-22T08:59:30Z").exchange(
      "GET /api/features/client-key")
    response.expect(
      has: "public, max-age=30, stale-while-revalidate=30, stale-if-error=30",
      #""key":"annual-trial""#)
    let later = try await testServer("2026-12-22T09:00:00Z").exchange(
      "GET /api/features/client-key")
    #expect(!later.contains(#""key":"annual-trial""#))
    #expect(try tag(later) != tag(response))
  }

  @Test(
    "any other key is refused, and a key of more than a client belongs in no path",
    arguments: [
      ("no-key", "401", "unknownKey"), ("server-key", "403", "roleRequired"),
      ("admin-key", "403", "roleRequired"),
    ])
  func refused(key: String, status: String, code: String) async throws {
    let response = try await testServer().exchange("GET /api/features/\(key)")
    #expect(response.hasPrefix(status))
    response.expect(has: "content-type: application/problem+json", #""code":"\#(code)""#)
  }

  @Test("a server without keys takes any, from this machine")
  func keyless() async throws {
    #expect(try await testServer(keys: []).exchange("GET /api/features/any").hasPrefix("200"))
    let page = "GET /api/features/any\nOrigin: https://example.com"
    #expect(try await testServer(keys: []).exchange(page).contains(#""code":"keysRequired""#))
  }
}
