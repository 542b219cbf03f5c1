import PaywallCatalog
import HTTPTransport
import Hummingbird
import PaywallServer
import Testing

/// What the headers of a plain GET do to its answer, whichever way the request takes.
@Suite("Headers on each way")
struct PlainHeaderEffectTests {
  /// A whole request but for what a test is about.
  private static func get(_ line: String) -> PlainRequest? {
    let host = line.lowercased().hasPrefix("host:") ? "" : "Host: localhost\r\n"
    return PlainRequest(
      Array("GET /v1/placements/onboarding HTTP/1.1\r\n\(host)\(line)\r\n\r\n".utf8), from: 0)
  }

  @Test("turn no answer unless they are read; unknown ones turn none on the framework's way")
  func noEffect() async throws {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.proxies = TrustedProxies(["127.0.0.1"].compactMap { AddressRange($0) })
    let ways = try Ways(of: testServer)
    let line = "GET /v1/placements/onboarding?userId=user-7&country=GB\nX-API-Key: client-key"
    let plain = try await ways.send(line, times: 4)
    #expect(plain.allSatisfy { $0.hasPrefix("200\n") && $0 == plain[0] })
    for name in PlainHeaders.ignored + PlainHeaders.foreign + [
      "X-Unknown", "Range", "If-Match", "X_API_Key",
    ] {
      let answers = try await ways.send("\(line)\n\(name): *", times: 3)
      #expect(answers.allSatisfy { $0 == plain[0] }, "\(name)")
    }
    try ways.compareCounts()
  }

  /// What turns an answer turns it the same on each way, also once the shape is known.
  @Test(
    "that are read have their effect on each way",
    arguments: [
      ("X-API-Key: wrong", "401\n"), ("Authorization: Bearer client-key", "200\n"),
      ("Authorization: Bearer wrong", "401\n"), ("Authorization: Basic x", "401\n"),
      ("X-API-Key: client-key\nAuthorization: Bearer admin-key", "ambiguousKey"),
      ("X-API-Key: client-key\nX-Request-Id: mine", "x-request-id: mine\n"),
      ("X-API-Key: client-key\nX-Request-Id: not mine", "x-request-id: made-1\n"),
      ("X-API-Key: client-key\nX-Request-Id: a\nX-Request-Id: b", "x-request-id: made-1\n"),
      ("X-API-Key: client-key\nIf-None-Match: *", "304\n"),
      ("X-API-Key: client-key\nIf-None-Match: \"x\"", "200\n"),
      ("X-API-Key: client-key\nIf-None-Match: \"x\"\nIf-None-Match: *", "304\n"),
      ("X-API-Key: client-key\nHost: other.example", "200\n"),
      ("X-API-Key: client-key\nConnection: Keep-Alive", "200\n"),
    ])
  func effect(_ lines: String, _ part: String) async throws {
    let ways = try Ways(of: TestServer(keys: TestServer.allKeys))
    let path = "GET /v1/placements/onboarding?userId=user-7"
    try await ways.send("\(path)\nX-API-Key: client-key", times: 3)
    let answers = try await ways.send("\(path)\n\(lines)", times: 3)
    #expect(answers.allSatisfy { $0.contains(part) }, "\(answers)")
    try ways.compareCounts()
  }

  @Test("Accept-Encoding compresses a long answer on each way")
  func gzip() async throws {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.snapshot.paywalls["standard"]?.content.append(
      Content.Member("long", .text(String(repeating: "abc ", count: 400))))
    let ways = try Ways(of: testServer)
    for (coding, isGzip) in [("gzip", true), ("identity", false), ("gzip;q=0", false)] {
      let answers = try await ways.send(
        "GET /v1/placements/onboarding\nX-API-Key: client-key\nAccept-Encoding: \(coding)", times: 4
      )
      #expect(answers.allSatisfy { $0.contains("content-encoding: gzip\n") == isGzip })
      #expect(answers.allSatisfy { $0.contains("-gzip\"") == isGzip })
    }
  }

  @Test("X-Forwarded-For of a trusted proxy is whose bucket pays, of another it is warned of")
  func forwardedFor() async throws {
    var testServer = TestServer(keys: TestServer.allKeys)
    testServer.rates.client = 20
    let line = "GET /v1/placements/onboarding\nX-API-Key: client-key\nX-Forwarded-For: 192.0.2.7"
    let unnamed = try Ways(of: testServer)
    #expect(try await unnamed.send(line, times: 201).last?.hasPrefix("429\n") == true)
    #expect(
      try await unnamed.send(line.replacing("2.7", with: "2.8")).last?.hasPrefix("429\n") == true)
    for server in unnamed.servers {
      let warnings = server.lines.all.filter { $0.contains("--trusted-proxies") }
      #expect(warnings.count == 1, "\(server.path)")
    }
    testServer.proxies = TrustedProxies(["127.0.0.1"].compactMap { AddressRange($0) })
    let named = try Ways(of: testServer)
    #expect(try await named.send(line, times: 201).last?.hasPrefix("429\n") == true)
    #expect(
      try await named.send(line.replacing("2.7", with: "2.8")).last?.hasPrefix("200\n") == true)
    #expect(
      named.servers.allSatisfy { !$0.lines.all.contains { $0.contains("--trusted-proxies") } })
  }

  @Test("traceparent is in the lines of the request on each way")
  func trace() async throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let ways = try Ways(of: TestServer())
    try await ways.send(
      "GET /v1/placements/onboarding\ntraceparent: 00-\(trace)-00f067aa0ba902b7-01", times: 4)
    for server in ways.servers {
      #expect(server.lines.all.count == 4)
      #expect(server.lines.all.allSatisfy { $0.contains("trace=\(trace)") }, "\(server.path)")
    }
  }

  @Test("the third way counts and logs ignored attributes as the others do")
  func ignored() async throws {
    var testServer = TestServer()
    testServer.keys = TestServer.allKeys
    let ways = try Ways(of: testServer)
    try await ways.send(
      "GET /v1/placements/onboarding?country=Germany\nX-API-Key: client-key", times: 4)
    for server in ways.servers {
      #expect(server.lines.all.count { $0.contains("attribute=country") } == 1, "\(server.path)")
    }
    let server = try #require(ways.server(.on))
    let text =
      "GET /v1/placements/onboarding?country=Germany HTTP/1.1\r\nHost: localhost\r\nX-API-Key: client-key\r\n\r\n"
    let get = try #require(PlainRequest(Array(text.utf8), from: 0))
    #expect(server.application.responder.fastPath.hasTemplate(for: get))
  }

  @Test("the third way is taken once a shape came twice, and is off while decisions are logged")
  func familiar() async throws {
    for isLogging in [false, true] {
      var testServer = TestServer()
      if isLogging { testServer.decisions = LogLines() }
      let ways = try Ways(of: testServer)
      let server = try #require(ways.server(.on))
      let get = try #require(Self.get("Accept: */*"))
      let peer = ClientAddress(v4: 0x7F00_0001)
      let door = server.application.responder
      var isFamiliar: [Bool] = []
      for _ in 0..<3 {
        isFamiliar.append(door.fastPath.hasTemplate(for: get))
        #expect(door.fastPath.answer(to: get, from: peer).response != nil)
      }
      #expect(isFamiliar == [false, false, !isLogging])
      let decisions = server.lines.all.filter { $0.hasPrefix("{") }
      #expect(decisions.count == (isLogging ? 3 : 0))
    }
  }
}
