import PaywallServer
import Testing

@Suite("The search of the documentation")
struct DocumentationSearchTests {
  private func search(_ query: String) async throws -> String {
    try await TestServer(keys: TestServer.allKeys).exchange("GET /docs?\(query)")
  }

  /// The places of the results, in their order.
  private func places(_ page: String) -> [String] {
    page.matches(of: /<p class="title"><a href="\/docs#([^"]+)">/).map { String($0.1) }
  }

  @Test(
    "finds operations, parameters, problems, shapes and first steps; titles come first",
    arguments: [
      ("q=offerNotEligible", "problem-offerNotEligible"), ("q=/v1/aliases", "aliasPost"),
      ("q=DELETE+forget", "customerDelete"), ("q=appVersion", "placementGet"),
      ("q=SignedOffer", "SignedOffer"), ("q=first+paywall", "first-paywall"),
      ("q=THE%20FIRST%20signed", "first-offer"), ("a=b&q=rateLimited&c", "problem-rateLimited"),
    ])
  func finds(query: String, place: String) async throws {
    #expect(places(try await search(query)).first == place)
  }

  @Test("finds only what has every word")
  func words() async throws {
    let both = places(try await search("q=forget+environment"))
    #expect(both.contains("customerDelete") && !both.contains("placementGet"))
  }

  @Test("leads to places that the page has")
  func leads() async throws {
    let page = try await TestServer().exchange("GET /docs")
    for query in ["q=a", "q=offer", "q=id", "q=key"] {
      let found = places(try await search(query))
      #expect(!found.isEmpty && found.count <= 40)
      for place in found { #expect(page.contains(#"id="\#(place)""#), "\(place)") }
    }
  }

  @Test("says what to do where nothing is found")
  func nothing() async throws {
    let page = try await search("q=xyzzy")
    page.expect(
      200, "Nothing here has all of these words. Use fewer words",
      #"<a href="/docs">read the whole page</a>"#)
  }

  @Test("without words it is the whole page", arguments: ["q=", "q", "q=+%20", "Q=x", "other=1"])
  func empty(query: String) async throws {
    #expect(try await search(query).contains("<h1>The API of paywall</h1>"))
  }

  @Test(
    "repeats a query as text only",
    arguments: [
      ("%3Cscript%3Ealert(1)%3C/script%3E", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("<svg/onload=alert(1)>", "&lt;svg/onload=alert(1)&gt;"),
      ("%22+autofocus+onfocus=%22alert(1)", "&quot; autofocus onfocus=&quot;alert(1)"),
      ("'%3E%3Cimg+src=x%3E", "&#39;&gt;&lt;img src=x&gt;"),
      ("%26lt;script%26gt;", "&amp;lt;script&amp;gt;"), ("%3C/title%3E", "&lt;/title&gt;"),
      ("`a`", "`a`"), ("%E2%80%AEx", "\u{202E}x"),
    ])
  func escaped(query: String, text: String) async throws {
    let page = try await search("q=\(query)")
    page.expect(has: "<bdi>\(text)</bdi>", #"value="\#(text)""#)
    for tag in ["<script", "<svg", "<img", "</title></title", "\" autofocus onfocus"] {
      #expect(!page.contains(tag), "\(tag)")
    }
  }

  @Test(
    "refuses a query that cannot be read, is too long or is given twice",
    arguments: ["q=%", "q=%zz", "q=%C3%28", "q=a&q=b", "q=" + String(repeating: "a", count: 101)])
  func refused(query: String) async throws {
    let page = try await search(query)
    page.expect(400, #""malformedQuery""#)
  }

  @Test("takes 100 characters of any kind")
  func longest() async throws {
    let query = String(repeating: "%F0%9F%92%B0", count: 100)
    #expect(try await search("q=\(query)").contains("Nothing here has"))
  }

  @Test("is charged to a reader without a key, or with that of an app, which is in every copy")
  func charged() async throws {
    let application = try TestServer(keys: TestServer.allKeys).application()
    var statuses: [Substring] = []
    for _ in 0..<250 {
      statuses.append(
        try await TestServer.send("GET /docs?q=offer", to: application).prefix(3))
    }
    #expect(statuses.first == "200" && statuses.last == "429")
    for (key, status) in [("client", "429\n"), ("server", "200\n")] {
      let keyed = "GET /docs?q=offer\nX-API-Key: \(key)-key"
      #expect(try await TestServer.send(keyed, to: application).hasPrefix(status), "\(key)")
    }
  }
}
