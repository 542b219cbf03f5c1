import PaywallCatalog
import PaywallServer
import Testing

@Suite("The pages of the description")
struct DescriptionPageTests {
  @Test(
    "need no key, may be kept by those whom they do not depend on, and are answered 304",
    arguments: [
      ("/openapi.json", "public, max-age=3600"), ("/docs", "private, no-cache"),
      ("/docs?q=offer", "private, no-cache"),
    ])
  func kept(path: String, control: String) async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let response = try await testServer.exchange("GET \(path)")
    response.expect(200, "cache-control: \(control)\n")
    let etag = try #require(response.firstMatch(of: /etag: ("[0-9a-f]{32}")/)?.1)
    let again = try await testServer.exchange("GET \(path)\nIf-None-Match: \(etag)")
    again.expect(304)
    #expect(!again.contains("\n\n"))
  }

  @Test("are the same bytes in every process")
  func same() async throws {
    let one = try await TestServer().exchange("GET /openapi.json")
    let other = try await TestServer(keys: TestServer.allKeys).exchange("GET /openapi.json")
    #expect(one == other)
  }

  @Test("load nothing and run nothing")
  func selfContained() async throws {
    let page = try await TestServer().exchange("GET /docs")
    page.expect(
      has: "content-security-policy: default-src 'none'; style-src 'sha256-", "form-action 'self'")
    for word in [
      "<script", "<link", "<img", "@import", "url(", "onclick", "style=", "href=\"http", "src=",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("have an anchor for every link inside, each once")
  func anchors() async throws {
    let page = try await TestServer().exchange("GET /docs")
    let anchors = page.matches(of: /id="([^"]+)"/).map { String($0.1) }
    #expect(Set(anchors).count == anchors.count)
    let links = Set(page.matches(of: /href="#([^"]+)"/).map { String($0.1) })
    #expect(links.subtracting(anchors) == [])
    #expect(anchors.contains("placementGet") && anchors.contains("Paywall"))
  }

  @Test("escape text once, and markup never")
  func escaping() async throws {
    let page = try await TestServer().exchange("GET /docs")
    #expect(page.contains("&quot;outcome&quot;: &quot;new&quot;"))
    for word in ["Markup(", "&lt;", "&amp;quot;"] { #expect(!page.contains(word), "\(word)") }
  }

  @Test("close every element that they open")
  func wellFormed() async throws {
    let page = try await TestServer().exchange("GET /docs")
    var open: [Substring] = []
    for tag in page.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/) {
      if ["meta", "input"].contains(tag.2) { continue }
      if tag.1.isEmpty { open.append(tag.2) } else { #expect(open.popLast() == tag.2) }
    }
    #expect(open == [])
  }
}
