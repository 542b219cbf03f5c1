import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@Suite("OpenFeature Remote Evaluation")
struct OpenFeatureTests {
  private static let head = """
    200
    cache-control: no-store
    content-type: application/json
    x-paywall-release: RELEASE
    x-request-id: made-1


    """

  /// `value` as `/v1/placements` has it, and the digest of its members.
  private static func flag(_ key: String, value: String, _ rest: String) -> String {
    let revision = TestServer.digest(value).prefix(32)
    return #"{"key":"\#(key)","value":{\#(value)},"#
      + rest.replacing("REVISION", with: String(revision)) + "}"
  }

  private static let standard = flag(
    "onboarding", value: PlacementTests.standard,
    #"""
    "reason":"DEFAULT","variant":"standard","metadata":{"reason":"default","exposure":false,\#
    "revision":"REVISION","validUntil":"2026-12-20T00:00:00Z"}
    """#)

  private static let settings = flag(
    "settings", value: #""productIds":[],"paywall":null"#,
    #"""
    "reason":"STATIC","variant":"nothing","metadata":{"reason":"default","exposure":false,\#
    "revision":"REVISION"}
    """#)

  private func post(
    _ path: String, _ context: String, headers: String = "", testServer: TestServer = TestServer()
  ) async throws -> String {
    try await testServer.exchange(
      "POST /ofrep/v1/evaluate/flags\(path)\nContent-Type: application/json\(headers)\n\n"
        + context)
  }

  private func body(_ response: String) -> String {
    response.firstRange(of: "\n\n").map { String(response[$0.upperBound...]) } ?? ""
  }

  @Test("one placement is a flag, byte for byte")
  func single() async throws {
    try await TestServer().exchange(
      """
      POST /ofrep/v1/evaluate/flags/settings
      Content-Type: application/json

      {"context":{"targetingKey":"user-7"}}
      """, is: Self.head + Self.settings)
  }

  @Test("nobody has to be somebody else's: a bulk answer has all flags in order")
  func bulk() async throws {
    let body = body(try await post("", #"{"context":{"targetingKey":"user-7","country":"FR"}}"#))
    #expect(body.hasPrefix(#"{"flags":[{"key":"onboarding""#))
    #expect(body.hasSuffix(",\(Self.settings)]}"))
    #expect(
      try JSONSchema(vector: "ofrep-0.3.0.json")
        .complaints(about: body, as: "bulkEvaluationSuccess") == [])
  }

  @Test(
    "the reason is one of OpenFeature's, and metadata says ours",
    arguments: [
      (
        #""targetingKey":"user-7","country":"GB""#, "SPLIT", "trial",
        #""reason":"experiment","experiment":"annual-trial","phase":1,"recorded":false,"exposure":true"#
      ),
      (
        #""targetingKey":"user-7","country":"IN""#, "TARGETING_MATCH", "lite",
        #""reason":"rule","rule":2,"exposure":false"#
      ),
      (
        #""targetingKey":"user-7","sessions":100"#, "TARGETING_MATCH", "nothing",
        #""reason":"rule","rule":1,"exposure":false"#
      ),
      (#""targetingKey":"user-7""#, "DEFAULT", "standard", #""reason":"default","exposure":false"#),
      // The key is only a label where the context has the id itself.
      (
        #""targetingKey":"other","userId":"user-7","country":"GB""#, "SPLIT", "trial",
        #""experiment":"annual-trial""#
      ),
      (
        #""targetingKey":"user-7","anonymousId":"user-7","country":"GB""#, "SPLIT", "trial",
        #""experiment":"annual-trial""#
      ),
      (
        #""targetingKey":"user-7","anonymousId":"user-15","country":"GB""#, "SPLIT", "trial",
        #""experiment":"annual-trial""#
      ),
    ])
  func reasons(context: String, reason: String, variant: String, metadata: String) async throws {
    let body = body(try await post("/onboarding", #"{"context":{\#(context)}}"#))
    #expect(body.contains(#""reason":"\#(reason)","variant":"\#(variant)","metadata":{"#))
    #expect(body.contains(metadata))
    #expect(
      try JSONSchema(vector: "ofrep-0.3.0.json")
        .complaints(about: body, as: "serverEvaluationSuccess") == [])
  }

  @Test("whoever a pause gives the control is told that the flag is disabled")
  func paused() async throws {
    var testServer = TestServer()
    let ledger = SQLiteLedger.inMemory()
    testServer.ledger = ledger
    let exposure = #"""
      {"placement":"onboarding","experiment":"annual-trial","variant":"trial","phase":1,\#
      "id":"e-1","at":"2026-12-05T11:00:00Z"}
      """#
    _ = try await testServer.exchange(
      "POST /v1/exposures\nContent-Type: application/json\n\n"
        + #"{"attributes":{"userId":"user-7","country":"GB"},"exposures":[\#(exposure)]}"#)
    testServer.snapshot.experiments["annual-trial"]?.status = .paused
    let body = body(
      try await post(
        "/onboarding", #"{"context":{"targetingKey":"user-7"}}"#, testServer: testServer))
    body.expect(
      has: #""reason":"DISABLED","variant":"control""#, #""recorded":true,"exposure":false"#)
  }

  @Test(
    "what is wrong is said in OpenFeature's words, with details",
    arguments: [
      ("{", "400", "PARSE_ERROR", "malformedJSON"),
      ("7", "400", "PARSE_ERROR", "must be an object"),
      ("{}", "400", "INVALID_CONTEXT", "'context'"),
      (#"{"context":[]}"#, "400", "INVALID_CONTEXT", "an array"),
      (#"{"context":{}}"#, "400", "TARGETING_KEY_MISSING", "'targetingKey'"),
      (#"{"context":{"targetingKey":null}}"#, "400", "TARGETING_KEY_MISSING", "'targetingKey'"),
      (#"{"context":{"targetingKey":7}}"#, "400", "INVALID_CONTEXT", "a number"),
      (
        #"{"context":{"targetingKey":"u","subscription.state":"none"}}"#, "400",
        "INVALID_CONTEXT", "'subscription.state'"
      ),
    ])
  func failures(body: String, status: String, code: String, details: String) async throws {
    let schema = try JSONSchema(vector: "ofrep-0.3.0.json")
    for (path, component) in [("", "bulkEvaluationFailure"), ("/settings", "evaluationFailure")] {
      let response = try await post(path, body)
      #expect(response.hasPrefix(status))
      #expect(self.body(response).contains(#""errorCode":"\#(code)","errorDetails":""#))
      #expect(self.body(response).contains(details))
      #expect(schema.complaints(about: self.body(response), as: component) == [])
    }
  }

  @Test("an unknown placement is not found, so that an app uses its own default")
  func unknown() async throws {
    let response = try await post("/no-such", #"{"context":{"targetingKey":"u"}}"#)
    #expect(response.hasPrefix("404\ncache-control: no-store\ncontent-type: application/json"))
    #expect(
      body(response)
        == #"{"key":"no-such","errorCode":"FLAG_NOT_FOUND","errorDetails":"There is no placement 'no-such'."}"#
    )
    let listed = body(
      try await post(
        "", #"{"context":{"targetingKey":"u","placements":["settings","no-such","settings"]}}"#))
    #expect(
      listed == #"{"flags":[\#(body(response)),\#(Self.settings)]}"#)
  }

  @Test("who may not ask is told so in the same shape, with the header that belongs to it")
  func keys() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let refused = try await post("/settings", "{}", testServer: testServer)
    #expect(refused.hasPrefix("401"))
    #expect(refused.contains("www-authenticate: Bearer"))
    #expect(
      body(refused).hasPrefix(
        #"{"key":"settings","errorCode":"GENERAL","errorDetails":"Send a key"#))
    try await post(
      "/settings", #"{"context":{"targetingKey":"u"}}"#, headers: "\nX-API-Key: client-key",
      testServer: testServer
    ).expect(200)
  }

  @Test("a wrong method or path below the protocol's is refused in its shape")
  func missing() async throws {
    let response = try await TestServer().exchange("GET /ofrep/v1/evaluate/flags/settings")
    #expect(response.hasPrefix("405\nallow: POST"))
    #expect(body(response).hasPrefix(#"{"key":"settings","errorCode":"GENERAL""#))
  }
}

@Suite("OpenFeature's 304")
struct OpenFeatureCachingTests {
  private static let context = #"{"context":{"targetingKey":"user-7","placements":["settings"]}}"#

  private func ask(
    _ tag: String? = nil, query: String = "", context: String = context
  ) async throws -> String {
    let condition = tag.map { "\nIf-None-Match: \($0)" } ?? ""
    return try await TestServer().exchange(
      "POST /ofrep/v1/evaluate/flags\(query)\nContent-Type: application/json\(condition)\n\n"
        + context)
  }

  private func tag() async throws -> String {
    let response = try await ask()
    return try #require(response.firstMatch(of: /etag: ("[0-9a-f]{32}")/).map { String($0.1) })
  }

  @Test("the tag is a digest of the body")
  func digest() async throws {
    let response = try await ask()
    let body = try #require(response.firstRange(of: "\n\n")).upperBound
    #expect(try await tag() == #""\#(TestServer.digest(String(response[body...])).prefix(32))""#)
  }

  @Test(
    "a POST whose condition holds is answered 304, weakly compared",
    arguments: ["TAG", "W/TAG", #""x", TAG"#, "*"])
  func notModified(condition: String) async throws {
    let tag = try await tag()
    #expect(
      try await ask(condition.replacing("TAG", with: tag))
        == TestServer.complete(
          """
          304
          cache-control: no-store
          etag: \(tag)
          x-paywall-release: RELEASE
          x-request-id: made-1
          """))
  }

  @Test(
    "whoever was told of another configuration gets the flags",
    arguments: [
      ("?flagConfigEtag=other", "200"), ("?flagConfigLastModified=1771622898", "200"),
      ("?flagConfigEtag=%22TAG%22", "304"), ("?flagConfigEtag=TAG", "304"), ("?other=1", "304"),
    ])
  func told(query: String, status: String) async throws {
    let tag = try await tag()
    let bare = tag.filter { $0 != "\"" }
    #expect(try await ask(tag, query: query.replacing("TAG", with: bare)).hasPrefix(status))
  }

  @Test("another context is another tag, where it changes an answer")
  func context() async throws {
    let french = #"{"context":{"targetingKey":"user-7","country":"FR"}}"#
    let indian = #"{"context":{"targetingKey":"user-7","country":"IN"}}"#
    let first = try await ask(context: french)
    let tag = try #require(first.firstMatch(of: /etag: ("[0-9a-f]{32}")/).map { String($0.1) })
    #expect(try await ask(tag, context: french).hasPrefix("304"))
    #expect(try await ask(tag, context: indian).hasPrefix("200"))
  }
}
