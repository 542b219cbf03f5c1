import HTTPTypes
@testable import HTTPTransport
import NIOCore
import NIOEmbedded
import PaywallCatalog
import PaywallServer
import Testing

/// OFREP for web pages.
@Suite("Origins")
struct OriginTests {
  private static let origin = "https://app.example.com"
  private static let flag = "/ofrep/v1/evaluate/flags/onboarding"
  private static let context = #"{"context":{"targetingKey":"user-7"}}"#

  private func respond(
    _ method: HTTPRequest.Method, _ path: String, _ headers: [(String, String)],
    allowing origins: [String] = [origin]
  ) async throws -> Response {
    var settings = Settings()
    settings.allowedOrigins = origins
    let parts = try TestServer(keys: TestServer.allKeys).dependencies()
    var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    let body = method == .post ? Self.context : ""
    if method == .post { head.headerFields[.contentLength] = String(body.utf8.count) }
    let channel = NIOAsyncTestingChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 50_000)
    let application = Application.build(parts, settings: settings)
    let answer = application.responder.answer(
      Request(head: head, body: .whole(ByteBuffer(string: body))), RequestSource(channel))
    return await answer.response
  }

  private static func preflight(_ origin: String) -> [(String, String)] {
    [
      ("Origin", origin), ("Access-Control-Request-Method", "POST"),
      ("Access-Control-Request-Headers", "content-type,x-api-key"),
    ]
  }

  @Test("a preflight of an allowed origin is answered on both routes of evaluation")
  func preflight() async throws {
    for path in [Self.flag, "/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags?x=y"] {
      let response = try await respond(.options, path, Self.preflight(Self.origin))
      #expect(response.status == .noContent)
      #expect(response.headers[.accessControlAllowOrigin] == Self.origin)
      #expect(response.headers[.accessControlAllowMethods] == "POST")
      #expect(response.headers[.accessControlAllowHeaders]?.contains("X-API-Key") == true)
      #expect(response.headers[.accessControlAllowCredentials] == nil)
      #expect(response.headers[.vary]?.contains("Origin") == true)
    }
  }

  @Test(
    "no other preflight is",
    arguments: [
      (flag, "https://app.example.com.evil.example"), (flag, "https://APP.example.com"),
      (flag, "http://app.example.com"), (flag, "https://app.example.com:8443"), (flag, "null"),
      (flag, "*"), ("/v1/placements/onboarding", origin), ("/v1/products", origin),
      ("/ofrep/v1/evaluate/flagsx", origin), ("/health/live", origin),
    ])
  func refused(path: String, origin: String) async throws {
    let response = try await respond(.options, path, Self.preflight(origin))
    #expect(response.status.code >= 400)
    #expect(response.headers[.accessControlAllowOrigin] == nil)
  }

  @Test("a method that is not allowed depends on the origin too")
  func methods() async throws {
    for method in [HTTPRequest.Method.options, .get, .put] {
      let response = try await respond(method, Self.flag, [("Origin", Self.origin)])
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers[.vary]?.contains("Origin") == true)
    }
  }

  @Test("a start warns of origins without a key that a page may have")
  func withoutKey() async throws {
    var settings = Settings()
    #expect(settings.originDoubt(APIKeys([])) == nil)
    settings.allowedOrigins = [Self.origin]
    #expect(settings.originDoubt(APIKeys(TestServer.allKeys)) == nil)
    let others = TestServer.allKeys.filter { $0.role != .client }
    for keys in [[], others] {
      #expect(settings.originDoubt(APIKeys(keys))?.contains("role client") == true)
      let app = try AppFolder(showing: "standard")
      let server = try await app.serverWithExperiment(
        { $0.allowedOrigins = [Self.origin] }, keys: keys)
      #expect(app.lines.all.count { $0.contains("no page of --allow-origin may call") } == 1)
      await server.end()
    }
  }

  @Test("it is off by default")
  func off() async throws {
    let response = try await respond(.options, Self.flag, Self.preflight(Self.origin), allowing: [])
    #expect(response.status == .methodNotAllowed)
    #expect(response.headers[.accessControlAllowOrigin] == nil)
    let answer = try await respond(
      .post, Self.flag,
      [
        ("Origin", Self.origin), ("X-API-Key", "client-key"), ("Content-Type", "application/json"),
      ], allowing: [])
    #expect(answer.status == .ok)
    #expect(answer.headers[.accessControlAllowOrigin] == nil)
    #expect(answer.headers[.vary]?.contains("Origin") != true)
  }

  @Test(
    "a page may read what is answered to a client's key, and a refusal of it",
    arguments: [
      (flag, "client-key", origin, 200, true), (flag, "server-key", origin, 200, false),
      (flag, "admin-key", origin, 200, false), (flag, "wrong", origin, 401, true),
      (flag, "wrong", "https://evil.example", 401, false),
      (flag, "client-key", "https://evil.example", 200, false),
      ("/ofrep/v1/evaluate/flags/nowhere", "client-key", origin, 404, true),
    ])
  func read(path: String, key: String, origin: String, status: Int, mayRead: Bool) async throws {
    let response = try await respond(
      .post, path,
      [("Origin", origin), ("X-API-Key", key), ("Content-Type", "application/json")])
    #expect(response.status.code == status)
    #expect(response.headers[.accessControlAllowOrigin] == (mayRead ? origin : nil))
    #expect(response.headers[.accessControlAllowCredentials] == nil)
    #expect(response.headers[.vary]?.contains("Origin") == true)
  }

  @Test(
    "an origin of the setting is exact",
    arguments: [
      ("https://app.example.com", true), ("http://localhost:3000", true),
      ("https://app.example.com:8443", true), ("*", false), ("https://*.example.com", false),
      ("https://app.example.com/", false), ("https://app.example.com/path", false),
      ("app.example.com", false), ("https://App.example.com", false), ("null", false), ("", false),
      ("https://app.example.com:443", false), ("http://app.example.com:80", false),
      ("https://a b", false), ("https://", false), ("https://a:0", false), ("https://a:x", false),
      ("https://user@a", false), ("ftp://a", false),
    ])
  func exact(text: String, isOrigin: Bool) {
    #expect(AllowedOrigins.isOrigin(text) == isOrigin)
  }
}
