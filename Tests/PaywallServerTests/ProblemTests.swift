import PaywallServer
import Testing

@Suite("Problems")
struct ProblemTests {
  @Test("a problem is a document of RFC 9457 that nobody keeps")
  func document() async throws {
    try await TestServer().exchange(
      "GET /v1/placements/onboarding?subscription.ever=false",
      is: """
        400
        cache-control: no-store
        content-type: application/problem+json
        x-request-id: made-1

        {"type":"urn:paywall:problem:reservedAttribute",\
        "title":"Only the server may set this attribute","status":400,\
        "detail":"Only the server computes this attribute; leave it out.",\
        "code":"reservedAttribute","field":"subscription.ever"}
        """)
  }

  static let long = String(repeating: "ä", count: 1025)

  @Test(
    "a query that cannot be used is refused by a stable code",
    arguments: [
      ("userId=%", 400, "malformedQuery", "userId"),
      ("userId=%4", 400, "malformedQuery", "userId"),
      ("userId=%zz", 400, "malformedQuery", "userId"),
      ("userId=%ff", 400, "malformedQuery", "userId"),
      ("userId=a&userId=b", 400, "duplicateAttribute", "userId"),
      ("daysSinceInstall=3", 400, "reservedAttribute", "daysSinceInstall"),
      ("attr.subscription.pro.state=none", 400, "reservedAttribute", "subscription.pro.state"),
      ("userId=\(long.replacing("ä", with: "a"))", 400, "attributeTooLong", "userId"),
      (
        (0...100).map { "attr.a\($0)=1" }.joined(separator: "&"), 400, "tooManyAttributes",
        "attributes"
      ),
    ])
  func query(_ query: String, _ status: Int, _ code: String, _ field: String) async throws {
    try await refuse("GET /v1/placements/onboarding?\(query)", status, code, field)
  }

  @Test("attributes beside a body are refused", arguments: ["/v1/placements/x", "/v1/placements"])
  func twoPlaces(_ path: String) async throws {
    try await refuse("POST \(path)?userId=a\n\n{}", 400, "malformedQuery", "userId")
    try await refuse("POST \(path)?preview=a\n\n{}", 400, "malformedQuery", "preview")
  }

  @Test(
    "what an answer would have to rest on is refused in a query too",
    arguments: [
      ("transactions", "malformedQuery"), ("appTransaction", "malformedQuery"),
      ("sign", "malformedQuery"), ("preview", "previewInvalid"),
    ])
  func evidenceInQuery(_ item: String, _ code: String) async throws {
    try await refuse(
      "GET /v1/placements/onboarding?\(item)=eyJ&userId=u",
      code == "malformedQuery" ? 400 : 422, code, item)
  }

  @Test("a path that is not UTF-8 is refused")
  func path() async throws {
    try await refuse("GET /v1/placements/%ff", 400, "malformedPath", "placement")
  }

  @Test(
    "a body that cannot be used is refused by a stable code",
    arguments: [
      ("", 400, "malformedJSON", nil), ("{", 400, "malformedJSON", nil),
      ("[]", 400, "wrongType", nil), (#"{"attributes":3}"#, 400, "wrongType", "attributes"),
      (#"{"attribute":{}}"#, 400, "unknownMember", "attribute"),
      (#"{"attributes":{"a":1,"a":2}}"#, 400, "malformedJSON", "a"),
      ("{\"attributes\":{\"é\":1,\"e\u{301}\":2}}", 400, "duplicateAttribute", "e\u{301}"),
      (#"{"sign":["jws","legacy"]}"#, 400, "wrongType", "sign"),
      (#"{"preview":"token"}"#, 422, "previewInvalid", "preview"),
      (#"{"preview":7}"#, 400, "wrongType", "preview"),
      (#"{"attributes":{"subscription.state":1}}"#, 400, "reservedAttribute", "subscription.state"),
      (#"{"attributes":{"userId":"\#(long)"}}"#, 400, "attributeTooLong", "userId"),
      (#"{"attributes":{"tags":["\#(long)"]}}"#, 400, "attributeTooLong", "tags"),
    ] as [(String, Int, String, String?)])
  func body(_ body: String, _ status: Int, _ code: String, _ field: String?) async throws {
    try await refuse("POST /v1/placements/onboarding\n\n\(body)", status, code, field)
  }

  @Test("a value of 1,024 characters is taken, however many bytes they have")
  func longest() async throws {
    let body = #"{"attributes":{"userId":"\#(Self.long.dropLast())"}}"#
    try await TestServer().exchange("POST /v1/placements/onboarding\n\n\(body)").expect(200)
  }

  @Test("a placement without a name is a mistake, among others too")
  func unnamed() async throws {
    try await refuse(
      "POST /v1/placements\n\n{\"placements\":[\"onboarding\",\"\"]}", 400, "wrongType",
      "placements")
  }

  @Test("too many placements, too many bytes")
  func sizes() async throws {
    for count in [51, 1000] {
      let names = (0..<count).map { #""p\#($0)""# }.joined(separator: ",")
      try await refuse(
        "POST /v1/placements\n\n{\"placements\":[\(names)]}", 400, "tooManyPlacements",
        "placements")
    }
    let padding = String(repeating: " ", count: 65_536)
    try await refuse("POST /v1/placements\n\n{}\(padding)", 413, "bodyTooLarge", nil)
    try await TestServer().exchange("POST /v1/placements\n\n{}\(padding.dropLast(2))").expect(200)
    try await refuse(
      "GET /v1/products\nX-Padding: \(String(repeating: "x", count: 8192))", 431,
      "headersTooLarge", nil)
  }

  @Test(
    "only JSON is read",
    arguments: [
      ("Content-Type: text/plain", "Content-Type"),
      ("Content-Type: application/x-www-form-urlencoded", "Content-Type"),
      ("Content-Encoding: gzip", "Content-Encoding"),
    ])
  func mediaType(_ header: String, _ field: String) async throws {
    try await refuse(
      "POST /v1/placements/onboarding\n\(header)\n\n{}", 415, "unsupportedMediaType", field)
  }

  /// A reload takes no body.
  @Test(
    "no route reads a body that is compressed",
    arguments: Writing.allCases.filter { $0 != .reload })
  func compressed(_ writing: Writing) async throws {
    let testServer = try Writing.testServer()
    let reply = try TestServer.Reply(
      await testServer.exchange(
        """
        POST \(writing.path)
        X-API-Key: \(writing.key)
        Content-Encoding: gzip

        \(writing.body)
        """))
    #expect(reply.status == 415 && reply.code == "unsupportedMediaType", "\(reply)")
  }

  @Test("JSON by another name is read too")
  func jsonSuffix() async throws {
    try await TestServer().exchange(
      "POST /v1/placements/onboarding\nContent-Type: application/vnd.lumen+json\n\n{}"
    ).expect(200)
  }

  @Test(
    "a wrong path is not found",
    arguments: [
      "/v1", "/v1/placements/a/b", "/v2/products", "/v1/products.json", "/V1/products",
    ])
  func notFound(_ path: String) async throws {
    try await refuse("GET \(path)", 404, "notFound", nil)
  }

  @Test(
    "a wrong method is told which ones there are",
    arguments: [
      ("DELETE /v1/products", "GET, HEAD"), ("GET /v1/placements", "POST"),
      ("PUT /v1/placements/onboarding?userId=1", "GET, HEAD, POST"),
      ("GET /v1/offers/sign", "POST"),
      ("OPTIONS /health/live", "GET, HEAD"), ("GET /v1/reload", "POST"),
    ])
  func method(_ request: String, _ allow: String) async throws {
    try await refuse(request, 405, "methodNotAllowed", nil).expect(has: "\nallow: \(allow)\n")
  }

  @Test(
    "a well-formed request id is taken over, another is replaced",
    arguments: [
      ("a", "a"), ("7F3A:9c/21+=._-", "7F3A:9c/21+=._-"), ("two words", "made-1"),
      ("<script>", "made-1"), (String(repeating: "a", count: 129), "made-1"),
    ])
  func requestId(_ sent: String, _ seen: String) async throws {
    for path in ["/v1/products", "/nowhere"] {
      try await TestServer().exchange("GET \(path)\nX-Request-Id: \(sent)").expect(
        has: "\nx-request-id: \(seen)\n")
    }
  }

  @discardableResult
  private func refuse(
    _ request: String, _ status: Int, _ code: String, _ field: String?
  ) async throws -> String {
    let response = try await TestServer().exchange(request)
    response.expect(status, "\ncontent-type: application/problem+json\n", #""code":"\#(code)""#)
    if let field {
      #expect(response.contains(#""field":"\#(field)""#), "\(response)")
    } else {
      #expect(!response.contains(#""field":"#))
    }
    return response
  }
}
