import Foundation
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

@Suite("The documentation of one server")
struct DocumentationTests {
  /// A configuration whose names are in no description.
  private func unusual(_ change: (inout Snapshot) -> Void = { _ in }) -> TestServer {
    var snapshot = Snapshot.lumen
    snapshot.placements = [
      "hidden-place": Placement(id: "hidden-place", default: .paywall("standard"))
    ]
    var experiment = snapshot.experiments["annual-trial"]
    experiment?.id = "hidden-test"
    experiment?.placements = ["hidden-place"]
    snapshot.experiments = experiment.map { ["hidden-test": $0] } ?? [:]
    change(&snapshot)
    return TestServer(snapshot: snapshot, keys: TestServer.allKeys)
  }

  @Test("has every operation with an example or a page, every problem and every parameter")
  func complete() async throws {
    let page = try await TestServer().exchange("GET /docs")
    let description = try TestServer().application().responder.description
    for route in description.routes {
      let operation = route.operation
      #expect(page.contains(#"<article id="\#(operation.id)">"#), "\(operation.id)")
      #expect(
        page.contains(#"<pre class="curl" data-operation="\#(operation.id)">"#)
          != operation.isForBrowsers, "\(operation.id)")
      #expect(page.contains("<code>\(operation.path)</code>"), "\(operation.id)")
      for parameter in operation.parameters {
        let name = parameter.isExploded ? "attr.NAME" : parameter.name
        #expect(page.contains("<code>\(name)</code>"), "\(name)")
      }
    }
    for code in Problem.Code.allCases {
      #expect(page.contains(#"id="problem-\#(code.rawValue)""#), "\(code)")
    }
    #expect(page.firstMatch(of: /[^$]\{[A-Z_]+\}/) == nil)
  }

  @Test("tells no name of the configuration to a reader without a key")
  func secrecy() async throws {
    for header in ["", "\nAuthorization: Basic YTpi"] {
      let page = try await unusual().exchange("GET /docs\(header)")
      page.expect(200)
      #expect(!page.contains("hidden-"))
      #expect(page.contains("/v1/placements/${PLACEMENT}?"))
    }
    let found = try await unusual().exchange("GET /docs?q=hidden\nX-API-Key: admin-key")
    #expect(!found.contains("hidden-"))
  }

  @Test("tells a key what its role may know: placements each, experiments not an app's")
  func roles() async throws {
    for role in ["client", "server", "admin"] {
      let page = try await unusual().exchange("GET /docs\nX-API-Key: \(role)-key")
      #expect(page.contains("/v1/placements/hidden-place?"), "\(role)")
      #expect(page.contains("hidden-test") == (role != "client"), "\(role)")
    }
    let draft = try await unusual { $0.experiments["hidden-test"]?.status = .draft }
      .exchange("GET /docs\nX-API-Key: admin-key")
    #expect(draft.hasPrefix("200\n") && !draft.contains("hidden-test"))
  }

  @Test("refuses an unknown key instead of showing less")
  func unknownKey() async throws {
    let page = try await unusual().exchange("GET /docs\nX-API-Key: guessed")
    page.expect(401, #""unknownKey""#)
  }

  @Test("a developer without keys sees names; a page of another site does not")
  func keyless() async throws {
    var testServer = unusual()
    testServer.keys = []
    #expect(try await testServer.exchange("GET /docs").contains("hidden-test"))
    let rebound = try await testServer.exchange("GET /docs\nHost: evil.example")
    #expect(rebound.hasPrefix("200\n") && !rebound.contains("hidden-"))
  }

  @Test("names with special characters reach the shell as they are")
  func quoting() async throws {
    try await unusual {
      $0.placements = [
        "a'b$(id)/?": Placement(id: "a'b$(id)/?", default: .paywall("standard"))
      ]
    }.exchange("GET /docs\nX-API-Key: client-key").expect(
      has: "/v1/placements/a%27b%24%28id%29%2F%3F?userId",
      #"{&quot;placements&quot;:[&quot;a&#39;\&#39;&#39;b$(id)/?&quot;]"#)
  }

  @Test(
    "the address is the one that the client used",
    arguments: [
      ("Host: paywall.example.com", "http://paywall.example.com/v1/products"),
      ("Host: PAYWALL.example.com:8443", "http://paywall.example.com:8443/v1/products"),
      ("Host: paywall.example.com:80", "http://paywall.example.com/v1/products"),
      ("Host: 127.0.0.1:8080", "http://127.0.0.1:8080/v1/products"),
      (
        "Host: paywall.example.com\nX-Forwarded-Proto: https",
        "https://paywall.example.com/v1/products"
      ),
      (
        "Host: paywall.example.com:443\nX-Forwarded-Proto: https",
        "https://paywall.example.com/v1/products"
      ),
      (
        "Host: paywall.example.com\nX-Forwarded-Proto: javascript",
        "http://paywall.example.com/v1/products"
      ),
    ])
  func address(headers: String, url: String) async throws {
    var testServer = unusual()
    testServer.proxies = TrustedProxies(["127.0.0.1"].compactMap { AddressRange($0) })
    try await testServer.exchange("GET /docs\n\(headers)").expect(has: "curl \(url) \\\n")
  }

  @Test("an address in brackets is quoted for the shell")
  func brackets() async throws {
    try await unusual().exchange("GET /docs\nHost: [::1]:8080").expect(
      has: "curl &#39;http://[::1]:8080/v1/products&#39; \\\n")
  }

  @Test("the word of a peer that is no trusted proxy is not taken")
  func untrusted() async throws {
    let page = try await unusual().exchange(
      "GET /docs\nHost: paywall.example.com\nX-Forwarded-Proto: https")
    #expect(page.contains("http://paywall.example.com/v1/products"))
    #expect(!page.contains("https://paywall.example.com"))
  }

  @Test(
    "a Host of another form is not repeated",
    arguments: [
      "a\"b", "a'b", "<script>", "a`id`", "$(id)", "a b", "user@host", "host/path", "a;b", "a\\b",
      "-oevil", "host:", "host:123456", "host:8a", ":80", "[::1", "[evil]", "[]", "é.example",
      String(repeating: "a", count: 254),
    ])
  func hostile(host: String) async throws {
    let page = try await unusual().exchange("GET /docs\nHost: \(host)")
    page.expect(200, "curl &quot;${PAYWALL_URL}/v1/products&quot; \\\n")
    #expect(!page.contains("http://\(host)"))
  }

  @Test("what one address was shown answers no other")
  func perAddress() async throws {
    let application = try unusual().application()
    let request = "GET /docs\nHost: a.example"
    let first = try await TestServer.send(request, to: application)
    let tag = try #require(first.firstMatch(of: /etag: ("[0-9a-f]{32}")/)?.1)
    #expect(
      try await TestServer.send("\(request)\nIf-None-Match: \(tag)", to: application)
        .hasPrefix("304\n"))
    let other = "GET /docs\nHost: b.example\nIf-None-Match: \(tag)"
    #expect(try await TestServer.send(other, to: application).hasPrefix("200\n"))
    #expect(!(try await TestServer.send(other, to: application)).contains("a.example"))
    // Past the 8 pages that are kept, and within what a stranger may have made.
    for number in 0..<10 {
      try await TestServer.send("GET /docs\nHost: h\(number).example", to: application).expect(
        has: "http://h\(number).example/v1/products")
    }
    #expect(try await TestServer.send(request, to: application) == first)
  }

  /// How many of so many requests are refused.
  private func refused(
    of count: Int, to application: Application, _ request: (Int) -> String
  ) async throws -> Int {
    var refused = 0
    for number in 0..<count {
      let reply = try await TestServer.send(request(number), to: application)
      if reply.hasPrefix("429\n") {
        refused += 1
      } else {
        reply.expect(200)
      }
    }
    return refused
  }

  @Test(
    "pages are paid for by their bytes without the key of a server, and more if they must be made",
    arguments: ["", "\nX-API-Key: client-key"])
  func charged(_ key: String) async throws {
    for path in ["/docs", "/openapi.json"] {
      let application = try unusual().application()
      let kept = "\(path)\nHost: kept.example"
      #expect(try await refused(of: 20, to: application) { _ in "GET \(kept)\(key)" } == 0)
      let more = try await refused(of: 400, to: application) { _ in "GET \(kept)\(key)" }
      #expect(more > 0 && more < 400, "\(path)")
      // A request without a page costs nothing, and a server's own key has tokens of its own.
      #expect(try await refused(of: 300, to: application) { _ in "HEAD \(kept)\(key)" } == 0)
      let own = "GET \(kept)\nX-API-Key: server-key"
      #expect(try await refused(of: 20, to: application) { _ in own } == 0)
    }
    let application = try unusual().application()
    let made = try await refused(of: 60, to: application) {
      "GET /docs\nHost: h\($0).example\(key)"
    }
    #expect(made > 10 && made < 60)
  }

  @Test("a server that only reads says which requests it refuses")
  func readOnly() async throws {
    var testServer = unusual()
    testServer.isReadOnly = true
    try await testServer.exchange("GET /docs").expect(has: "This server only reads and answers 503")
    #expect(!(try await unusual().exchange("GET /docs")).contains("This server only reads"))
  }

  @Test("the root leads there, for GET and HEAD")
  func root() async throws {
    try await unusual().exchange(
      "GET /", is: "307\ncache-control: no-store\nlocation: /docs\nx-request-id: made-1")
    try await unusual().exchange(
      "HEAD /?q=x", is: "307\ncache-control: no-store\nlocation: /docs\nx-request-id: made-1")
    let post = try await unusual().exchange("POST /")
    #expect(post.hasPrefix("405\nallow: GET, HEAD\n"))
  }

  @Test("HEAD has the headers of GET and no body")
  func head() async throws {
    let application = try unusual().application()
    for path in ["/docs", "/docs?q=offer"] {
      let get = try await TestServer.send("GET \(path)", to: application)
      let head = try await TestServer.send("HEAD \(path)", to: application)
      #expect(head == get.prefix(upTo: try #require(get.range(of: "\n\n")).lowerBound))
    }
  }

  @Test("behind TLS the address is https, in HTTP/2 too, whatever the client calls the scheme")
  func secure() async throws {
    try await withLiveServer(
      of: try unusual().dependencies(), .patient(), isSecure: true
    ) { live in
      try await live.connectedHTTP2 { wire in
        let page = try await wire.exchange([
          (":method", "GET"), (":scheme", "http"), (":authority", "Paywall.example"),
          (":path", "/docs"),
        ])
        #expect(page?.status == 200)
        #expect(page?.body.contains("curl https://paywall.example/v1/products ") == true)
        let root = try await wire.exchange(HTTP2Wire.head("GET", "/"))
        #expect(root?.status == 307 && root?.headers["location"] == "/docs")
      }
    }
  }
}
