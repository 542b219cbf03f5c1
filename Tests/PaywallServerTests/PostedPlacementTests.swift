import HTTPTransport
import Hummingbird
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// What PaywallKit sends at a launch, each way: left to the framework, read at the socket, and
/// answered from a template.
@Suite("Questions with a body, each way")
struct PostedPlacementTests {
  private static let app = "\"country\":\"GB\",\"locale\":\"de-DE\",\"platform\":\"ios\""

  private static func post(
    _ path: String, _ own: String, more: String = "", type: String = "application/json"
  ) -> String {
    """
    POST \(path)
    X-API-Key: client-key
    Content-Type: \(type)

    {"attributes":{\(own)\(own.isEmpty ? "" : ",")\(app)}\(more)}
    """
  }

  private static func phone(_ number: Int) -> String {
    """
    "anonymousId":"a-\(number)","userId":"user-\(number)","firstSeen":"2026-11-\(10 + number % 20)T10:00:00.000Z"
    """
  }

  @Test("phones of one shape get their own answers and are counted alike, one placement or several")
  func phones() async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    let batch = ",\"placements\":[\"onboarding\",\"settings\",\"unknown\"]"
    var variants: Set<String> = []
    for number in 0..<40 {
      let replies = try await ways.send(Self.post("/v1/placements/onboarding", Self.phone(number)))
      variants.formUnion(
        replies.compactMap { $0.firstMatch(of: /"variant":"([a-z]+)"/).map { String($0.1) } })
      try await ways.send(Self.post("/v1/placements", Self.phone(number), more: batch))
      try await ways.send(Self.post("/v1/placements", Self.phone(number)))
    }
    #expect(variants == ["control", "trial"])
    try ways.compareCounts()
  }

  @Test("the third way is taken once a body of the shape came twice")
  func familiar() async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    let door = try #require(ways.server(.on)).application.responder.fastPath
    let peer = ClientAddress(v4: 0x7F00_0001)
    for (path, more) in [
      ("/v1/placements/onboarding", ""), ("/v1/placements", ",\"placements\":[\"onboarding\"]"),
    ] {
      var isFamiliar: [Bool] = []
      for number in 0..<3 {
        let post = try #require(
          SentRequest(Self.post(path, Self.phone(number), more: more)).plain)
        isFamiliar.append(door.hasTemplate(for: post))
        #expect(door.answer(to: post, from: peer).response != nil)
      }
      #expect(isFamiliar == [false, false, true], "\(path)")
    }
  }

  @Test("a body is awaited at the socket if it is short, and its caller has a key")
  func awaited() throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    let door = try #require(ways.server(.on)).application.responder.fastPath
    func isAwaited(_ key: String, length: Int) throws -> Bool {
      let sent =
        "POST /v1/placements/onboarding HTTP/1.1\r\nHost: localhost\r\nX-API-Key: \(key)\r\n"
        + "Content-Length: \(length)\r\n\r\n{"
      let request = try #require(PlainRequest(Array(sent.utf8), from: 0))
      guard case .wholeBody = door.answer(to: request, from: ClientAddress(v4: 0x7F00_0001))
      else { return false }
      return true
    }
    #expect(try isAwaited("client-key", length: 4096))
    #expect(try !isAwaited("client-key", length: 4097))
    #expect(try !isAwaited("guess", length: 4096))
  }

  /// Offers and rules that follow from the age of each visitor.
  private static var aging: TestServer {
    var testServer = TestServer(keys: TestServer.allKeys)
    let isNew = Condition.test(AttributeTest("daysSinceInstall", [.atMost(.integer(15))]))
    testServer.snapshot.placements["onboarding"]?.rules = [
      Placement.Rule(audience: isNew, show: .paywall("lite"))
    ]
    testServer.snapshot.offers["loyalty"]?.audience = .not(isNew)
    return testServer
  }

  @Test("the age of each visitor counts, and never another's")
  func ages() async throws {
    let ways = try Ways(of: Self.aging)
    var shown: [String] = []
    for day in ["01", "10", "25", "10", "30", "01"] {
      let own = "\"anonymousId\":\"a-\(day)\",\"firstSeen\":\"2026-11-\(day)T10:00:00.000Z\""
      let replies = try await ways.send(Self.post("/v1/placements/onboarding", own))
      shown += replies.compactMap { reply in
        reply.firstMatch(of: /"paywall":\{"id":"([a-z-]+)"/).map { String($0.1) }
      }
      try await ways.send(Self.post("/v1/placements", own))
    }
    // It is 5 December.
    #expect(shown.map { $0 == "lite" } == [false, false, true, false, true, false])
    try ways.compareCounts()
  }

  @Test("a time that cannot be read counts as ignored for its sender, and for no other visitor")
  func unreadableTime() async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    for time in ["soon", "soon", "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "late", "late"] {
      let own = "\"userId\":\"user-1\",\"firstSeen\":\"\(time)\""
      try await ways.send(Self.post("/v1/placements/onboarding", own), times: 2)
    }
    try ways.compareCounts()
  }

  @Test(
    "what else a body may hold, or lack, is answered the same",
    arguments: [
      ("", ""), ("\"userId\":7", ""), ("\"userId\":null,\"anonymousId\":\"a\"", ""),
      ("\"userId\":\"\"", ""), ("\"userId\": \"user-1\"", ""), ("\"us\\u0065rId\":\"user-1\"", ""),
      ("\"userId\":\"a\\u0062\"", ""), ("\"userId\":\"é\"", ""), ("\"firstSeen\":\"soon\"", ""),
      ("\"userId\":\"a\",\"userId\":\"b\"", ""), ("\"userId\":\"a\"", ",\"anonymousId\":\"b\""),
      ("\"userId\":\"a\"", ",\"userId\":\"b\""), ("\"x\":{\"userId\":\"a\"}", ""),
      ("\"sessions\":200", ""), ("\"sessions\":\"many\"", ""), ("\"daysSinceInstall\":1", ""),
      ("\"environment\":\"nowhere\"", ""), ("", ",\"preview\":\"x\""), ("", ",\"sign\":[\"jws\"]"),
      ("", ",\"transactions\":[]"), ("", ",\"transactions\":[\"eyJ\"]"),
      ("", ",\"customer\":{\"userId\":\"a\"}"), ("", ",\"userProof\":\"x\""), ("", ",\"more\":1"),
      ("", ",\"placements\":[\"settings\"]"), ("", ",\"placements\":\"settings\""), ("", "}"),
      ("\"x\":\"\(String(repeating: "x", count: 5000))\"", ""),
    ])
  func bodies(_ own: String, _ more: String) async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    for path in [
      "/v1/placements/onboarding", "/v1/placements", "/v1/placements/onboarding?userId=a",
    ] {
      for key in ["client-key", "server-key"] {
        try await ways.send(
          Self.post(path, own, more: more).replacing("client-key", with: key), times: 3)
      }
    }
    try ways.compareCounts()
  }

  @Test("a body that looks like the end of another head is none of its shape")
  func looksLikeHead() async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    let head = "POST /v1/placements/onboarding\nX-API-Key: client-key"
    let body = "{\"attributes\":{\"userId\":\"user-1\"}}"
    let whole = "\(head)\nAccept-Encoding: gzip\n\n\(body)"
    #expect(try await ways.send(whole, times: 3).allSatisfy { $0.hasPrefix("200") })
    let sham = "\(head)\n\nAccept-Encoding:gzip\n\(body)"
    #expect(try await ways.send(sham, times: 3).allSatisfy { $0.hasPrefix("400") })
    // With the line break that ends a header before it, which JSON would ignore.
    let joined = "\(head)\n\n\nAccept-Encoding:gzip\(body)"
    #expect(try await ways.send(joined, times: 3).allSatisfy { $0.hasPrefix("400") })
    let get = "GET /v1/placements/onboarding\nX-API-Key: client-key"
    try await ways.send("\(get)\nAccept-Encoding: gzip", times: 3)
    let other = "\(head)\n\nAccept-Encoding:gzip"
    #expect(try await ways.send(other, times: 3).allSatisfy { $0.hasPrefix("400") })
    try await ways.send("\(head)\n\n\nAccept-Encoding:gzip", times: 3)
  }

  /// What the decoder said of the first body of a shape must hold for these, or they are read anew.
  @Test(
    "an id or a time that is no plain text is read by itself, though the rest is known",
    arguments: ["userId", "anonymousId", "firstSeen"])
  func unlikely(_ name: String) async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    func post(_ value: String) -> String {
      Self.post("/v1/placements/onboarding", "\"\(name)\":\"\(value)\"")
    }
    for number in 10..<13 {
      let known = name == "firstSeen" ? "2026-11-\(number)T10:00:00.000Z" : "user-\(number)"
      #expect(try await ways.send(post(known)).allSatisfy { $0.hasPrefix("200") })
    }
    for value in [
      "", "a b", "é", "soon", "a\tb", "a\u{1}b", "a\u{7F}b", String(repeating: "x", count: 257),
    ] {
      try await ways.send(post(value), times: 2)
    }
    #expect(try await ways.send(post("a\tb")).allSatisfy { $0.hasPrefix("400") })
    try ways.compareCounts()
  }

  @Test("the media type is judged the same", arguments: ["text/plain", "application/ld+json", ""])
  func mediaTypes(_ type: String) async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    try await ways.send(
      Self.post("/v1/placements/onboarding", Self.phone(1), type: type), times: 3)
    try ways.compareCounts()
  }

  @Test("a request over HTTP/2 is answered and counted the same by each way")
  func http2() async throws {
    let received = Mutex<[[String]]>([])
    var counts: [[String]] = []
    for path in FastPath.allCases {
      let parts = try TestServer(keys: TestServer.allKeys).dependencies()
      try await withLiveServer(of: parts, .patient(), isSecure: true, fastPath: path) { live in
        let own = try await live.connectedHTTP2 { wire in
          var answers: [String] = []
          for request in Self.streams {
            let answer = try await wire.exchange(request.headers, body: request.body)
            answers.append(answer.map(Self.text) ?? "no answer")
          }
          return answers
        }
        received.withLock { $0.append(own) }
      }
      counts.append(
        parts.metrics.text.split(separator: "\n").map(String.init).filter { line in
          ["paywall_requests_total", "paywall_decisions_total", "paywall_attributes_ignored_total"]
            .contains { line.hasPrefix($0) }
        })
    }
    let answers = received.withLock { $0 }
    for index in answers.indices {
      for (request, pair) in zip(Self.streams, zip(answers[index], answers[0])) {
        #expect(pair.0 == pair.1, "\(request)")
      }
      #expect(counts[index] == counts[0])
    }
    #expect(answers[0].count { $0.hasPrefix("200") } > 12)
  }

  private static let streams: [(headers: [(String, String)], body: String?)] =
    (0..<4).flatMap { number -> [(headers: [(String, String)], body: String?)] in
      let body = "{\"attributes\":{\(phone(number)),\(app)}}"
      let key = ("x-api-key", "client-key")
      let length = ("content-length", "\(body.utf8.count)")
      let one = "/v1/placements/onboarding"
      return [
        (HTTP2Wire.head("POST", one, [key, length]), body),
        (HTTP2Wire.head("POST", one, [key, ("content-type", "application/json")]), body),
        (HTTP2Wire.head("POST", "/v1/placements", [key, length]), body),
        (HTTP2Wire.head("GET", "\(one)?userId=user-\(number)", [key]), nil),
        (HTTP2Wire.head("GET", one, [key, ("if-none-match", "*")]), nil),
        (HTTP2Wire.head("GET", one, [key, ("accept-encoding", "gzip")]), nil),
        (HTTP2Wire.head("POST", one, [key, ("content-type", "text/plain")]), body),
        (HTTP2Wire.head("POST", one, [key]), String(body.dropLast())),
        (HTTP2Wire.head("POST", one, [("x-api-key", "guess"), length]), body),
        (HTTP2Wire.head("GET", "/v1/products", [key]), nil),
      ]
    }

  private static func text(_ answer: HTTP2Wire.Answer) -> String {
    let headers = answer.headers.filter { !["date", "x-request-id"].contains($0.key) }
      .map { "\($0.key): \($0.value)" }.sorted()
    return "\(answer.status)\n\(headers.joined(separator: "\n"))\n\n\(answer.body)"
  }
}
