import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Who asks")
struct AccessTests {
  @Test(
    "a key opens what its role includes, by either header",
    arguments: [
      ("client-key", "GET /v1/products", 200), ("server-key", "GET /v1/products", 200),
      ("admin-key", "GET /v1/products", 200), ("client-key", "GET /v1/status", 403),
      ("server-key", "GET /v1/status", 403), ("admin-key", "GET /v1/status", 200),
      ("client-key", "GET /metrics", 403), ("server-key", "GET /metrics", 403),
      ("admin-key", "GET /metrics", 200), ("server-key", "POST /v1/reload", 403),
      ("server-key", "POST /v1/explain", 403), ("server-key", "POST /v1/previews", 403),
    ])
  func roles(_ key: String, _ request: String, _ status: Int) async throws {
    for header in [
      "Authorization: Bearer \(key)", "Authorization: bearer  \(key)", "X-API-Key: \(key)",
    ] {
      try await TestServer(keys: TestServer.allKeys).exchange(
        "\(request)\n\(header)"
      ).expect(status)
    }
  }

  @Test("a refusal names the role that is needed and the one that was shown")
  func refusal() async throws {
    try await TestServer(keys: TestServer.allKeys).exchange(
      "GET /v1/status\nX-API-Key: client-key",
      is: """
        403
        cache-control: no-store
        content-type: application/problem+json
        x-request-id: made-1

        {"type":"urn:paywall:problem:roleRequired","title":"The key may not ask for this",\
        "status":403,"detail":"This needs a key with the role viewer; the key 'client-name' has the \
        role client.","code":"roleRequired"}
        """)
  }

  @Test(
    "a refusal for one member of the body names the role as well",
    arguments: [
      ("/v1/customer", #"{"customer":{"userId":"u-1"}}"#, "customer"),
      (
        "/v1/offers/sign",
        #"{"product":"pro_yearly","offer":"loyalty","form":"jws","assertSubscriber":true}"#,
        "assertSubscriber"
      ),
    ])
  func memberRefusal(_ path: String, _ body: String, _ field: String) async throws {
    try await TestServer(keys: TestServer.allKeys).exchange(
      "POST \(path)\nX-API-Key: client-key\n\n\(body)"
    ).expect(403, #""code":"roleRequired","field":"\#(field)""#, " the role server")
  }

  @Test(
    "no key, another key, two keys",
    arguments: [
      ("", "keyRequired", "Bearer"), ("Authorization: Basic Y2xpZW50", "keyRequired", "Bearer"),
      ("Authorization: Bearer client-kez", "unknownKey", #"Bearer error="invalid_token""#),
      ("X-API-Key: client-ke", "unknownKey", #"Bearer error="invalid_token""#),
    ])
  func unauthorized(_ header: String, _ code: String, _ challenge: String) async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    try await testServer.exchange("GET /v1/products\nX-Other: 1\n\(header)").expect(
      401, "\nwww-authenticate: \(challenge)\n", #""code":"\#(code)""#)
    try await testServer.exchange(
      "GET /v1/products\nX-API-Key: client-key\nAuthorization: Bearer admin-key"
    ).expect(has: #""code":"ambiguousKey""#)
    try await testServer.exchange(
      "GET /v1/products\nX-API-Key: client-key\nAuthorization: Bearer client-key"
    ).expect(200)
  }

  @Test("health needs no key")
  func health() async throws {
    for path in ["/health/live", "/health/ready"] {
      try await TestServer(keys: TestServer.allKeys).exchange("GET \(path)").expect(200)
    }
  }

  @Test(
    "without keys, the host must be this machine",
    arguments: [
      ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1", true), ("127.0.0.1:1", true),
      ("[::1]", true), ("[::1]:8080", true), ("localhost:", true), ("", false),
      ("localhost.example.com", false), ("127.0.0.1.example.com", false), ("127.0.0.2", false),
      ("[::2]", false), ("localhost:80@evil", false), ("evil:8080", false),
    ])
  func host(_ host: String, _ isLocal: Bool) {
    #expect(HostName.isOfThisMachine(host) == isLocal)
  }

  @Test("without keys, a foreign host is refused, and nobody is an admin")
  func keyless() async throws {
    try await TestServer().exchange("GET /v1/products\nHost: rebound.example").expect(
      has: #""code":"keysRequired""#, #""field":"Host""#)
    try await TestServer().exchange("GET /v1/status").expect(
      has: #""code":"keysRequired""#, "'paywall key create --role viewer --add'")
    let noHost = HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/v1/products")
    #expect(throws: Problem.self) { try Keyless.admit(noHost) }
  }

  @Test("without keys, a server that others can reach answers nobody")
  func notLoopback() async throws {
    try await TestServer(isDevelopment: false).exchange("GET /v1/products").expect(
      has: #""code":"keysRequired""#)
  }

  @Test("with keys, a proxy is no obstacle")
  func proxied() async throws {
    try await TestServer(keys: TestServer.allKeys, isDevelopment: false).exchange(
      "GET /v1/products\nHost: api.example.com\nX-Forwarded-For: 10.0.0.1\nX-API-Key: client-key"
    ).expect(200)
  }

  @Test("an entry whose digest is no digest matches nobody")
  func badDigest() {
    #expect(APIKeys([APIKey(name: "a", role: .admin, digest: "")]).isEmpty)
    #expect(APIKeys([APIKey(name: "a", role: .admin, digest: "zz")]).isEmpty)
  }
}
