import HTTPDocuments
import HTTPTransport
import NIOCore
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// The limits of a server without keys, and of the requests to it.
@Suite("Without keys")
struct KeylessTests {
  /// Names as they are written on the wire, each by a project or vendor that `ForeignHeaders` names.
  private static let foreign = [
    "Forwarded", "Via", "Max-Forwards", "Early-Data", "CDN-Loop", "Surrogate-Capability",
    "Proxy-Connection", "Proxy-Authorization", "Proxy-Client-IP", "X-Forwarded", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Proto", "X-Forwarded-Server",
    "X-Forwarded-Ssl", "X-Forwarded-Client-Cert", "X-Forwarded-Tls-Client-Cert", "Forwarded-For",
    "X-Original-Forwarded-For", "X-Real-IP", "Ali-CDN-Real-IP", "Client-IP", "X-Client-IP",
    "True-Client-IP", "Fastly-Client-IP", "Fly-Client-IP", "X-Cluster-Client-IP",
    "WL-Proxy-Client-IP", "CF-Connecting-IP", "DO-Connecting-IP", "X-Appengine-User-IP",
    "Appengine-User-IP", "X-User-IP", "X-Original-Host", "X-Original-URI", "X-Scheme",
    "X-Request-Start", "Front-End-Https", "X-Envoy-External-Address", "X-Envoy-Internal",
    "X-Varnish", "X-Timer", "Fastly-FF", "Fastly-SSL", "CF-Ray", "CF-Visitor", "CF-IPCountry",
    "CF-Worker", "CF-Pseudo-IPv4", "Akamai-Origin-Hop", "X-Akamai-Edgescape",
    "CloudFront-Viewer-Address", "X-Amz-Cf-Id", "X-Amzn-Trace-Id", "X-Azure-ClientIP",
    "X-Azure-SocketIP", "X-Azure-FDID", "X-FD-HealthProbe", "X-ARR-LOG-ID", "X-ARR-SSL",
    "X-Appengine-Country", "X-Google-Apps-Metadata", "X-Goog-Authenticated-User-Email",
    "X-GFE-Request-Trace", "X-Cloud-Trace-Context", "Fly-Region", "X-Vercel-Id",
    "X-Nf-Client-Connection-Ip", "Tailscale-User-Login", "Tailscale-Funnel-Request",
    "ngrok-skip-browser-warning", "X-Rewrite-URL", "X-Url-Scheme", "X-BlueCoat-Via",
    "X-ProxyMesh-IP", "X-Sucuri-ClientIP", "WL-Proxy-SSL", "CDN-RequestId", "Origin",
    "Access-Control-Request-Method", "X_Forwarded_For",
    "X_Real_Ip",
  ]

  @Test("what a proxy, a tunnel or a web page adds is refused, on each way", arguments: foreign)
  func refused(_ name: String) async throws {
    let server = try AskedServer(of: TestServer())
    for name in [name, name.lowercased(), name.uppercased()] {
      let answers = try await server.send(
        "GET /v1/placements/onboarding\n\(name): 192.0.2.7", times: 3)
      #expect(answers.allSatisfy { $0.hasPrefix("403\n") }, "\(name)")
      #expect(answers.allSatisfy { $0.contains(#""code":"keysRequired""#) })
      #expect(answers.allSatisfy { $0.contains("'paywall key create --role client --add'") })
    }
  }

  @Test(
    "what a browser says of a page counts by its value",
    arguments: [
      ("Sec-Fetch-Site: same-origin", true), ("Sec-Fetch-Site: none", true),
      ("Sec-Fetch-Site: same-site", false), ("Sec-Fetch-Site: cross-site", false),
      ("Sec-Fetch-Site: ", false), ("Referer: http://localhost:8080/docs", true),
      ("Referer: http://127.0.0.1:8080/docs?a=b", true), ("Referer: HTTPS://[::1]", true),
      ("Referer: ", true), ("Referer: http://evil.example/", false),
      ("Referer: http://localhost.evil.example/", false), ("Referer: about:blank", false),
      ("Referer: http://localhost@evil.example/", false), ("Referer: localhost", false),
      ("Referer: http://localhost\\@evil.example/", true), ("Sec-Fetch-Mode: navigate", true),
      ("User-Agent: curl/8", true), ("X-Request-Id: mine", true),
    ])
  func pages(_ header: String, _ isAnswered: Bool) async throws {
    let answers = try await AskedServer(of: TestServer()).send(
      "GET /v1/placements/onboarding\n\(header)", times: 3)
    #expect(answers.allSatisfy { $0.hasPrefix(isAnswered ? "200\n" : "403\n") }, "\(answers)")
  }

  @Test(
    "only this machine is answered, whatever the headers say",
    arguments: [
      ("127.0.0.1", true), ("127.8.9.10", true), ("::1", true), ("10.0.0.7", false),
      ("192.168.1.2", false), ("203.0.113.9", false), ("fe80::1", false), ("::", false),
    ])
  func peers(_ peer: String, _ isAnswered: Bool) async throws {
    let server = try AskedServer(of: TestServer())
    let line = "GET /v1/placements/onboarding?userId=user-7"
    try await server.send(line, times: 3)
    let answers = try await server.send(line, times: 3, from: peer)
    #expect(answers.allSatisfy { $0.hasPrefix(isAnswered ? "200\n" : "403\n") }, "\(answers)")
  }

  @Test("HTTP/1.0, which many proxies speak, is refused without keys and answered with them")
  func version() async throws {
    for keys in [[], TestServer.allKeys] {
      let testServer = TestServer(keys: keys)
      let parts = try testServer.dependencies()
      let answers = Answers()
      try await withLiveServer(of: parts, .patient(), isSecure: false) { live in
        for version in ["1.0", "1.1"] {
          for path in ["/v1/products", "/v1/placements/onboarding"] {
            await answers.add(
              try await live.connected { wire in
                try await wire.send(
                  "GET \(path) HTTP/\(version)\nHost: localhost\nX-API-Key: client-key\n\n")
                let response = try await wire.response()
                return "\(response?.status ?? "") \(response?.body ?? "")"
              })
          }
        }
      }
      let found = await answers.all
      #expect(
        found.map { $0.prefix(3) }
          == (keys.isEmpty ? ["403", "403", "200", "200"] : ["200", "200", "200", "200"]))
      if keys.isEmpty {
        #expect(found[0].contains("keysRequired") && found[0].contains("HTTP/1.0"))
      }
    }
  }

  private actor Answers {
    var all: [String] = []
    func add(_ answer: String) { all.append(answer) }
  }

  @Test(
    "what needs more than a client key needs one, and the answer says how to make it",
    arguments: [
      ("GET /v1/status", "viewer"), ("GET /metrics", "viewer"), ("POST /v1/reload\n\n{}", "admin"),
      ("POST /v1/explain\n\n{\"placement\":\"onboarding\"}", "admin"),
      ("POST /v1/previews\n\n{\"placement\":\"onboarding\",\"variant\":\"trial\"}", "admin"),
      ("DELETE /v1/customers/user-7?by=userId", "server"),
      ("POST /v1/customer\n\n{\"customer\":{\"userId\":\"u-1\"}}", "server"),
      ("POST /v1/offers/eligibility\n\n{\"customer\":{\"userId\":\"u-1\"}}", "server"),
    ])
  func roles(_ request: String, _ role: String) async throws {
    try await TestServer().exchange(request).expect(
      403, #""code":"keysRequired""#, "'paywall key create --role \(role) --add'")
  }

  private static let trial = """
    POST /v1/offers/sign

    {"product":"pro_yearly","offer":"loyalty","form":"legacy","assertSubscriber":true,\
    "appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}
    """

  @Test("the README's example is signed under the throw-away key")
  func trial() async throws {
    try await TestServer().exchange(Self.trial).expect(200, #""keyId":"TESTKEY001""#)
  }

  @Test(
    "nothing else is signed on a caller's word",
    arguments: [
      (#""form":"legacy""#, #""form":"jws""#),
      (#""form":"legacy""#, #""form":"legacy","placement":"onboarding""#),
    ])
  func noOther(_ old: String, _ new: String) async throws {
    let request = Self.trial.replacing(old, with: new)
      .replacing(#","appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138""#, with: "")
    try await TestServer().exchange(request).expect(
      403, #""code":"keysRequired","field":"assertSubscriber""#)
  }

  @Test("with a real offer key nothing is answered: a bare proxy opens nothing")
  func offerKey() async throws {
    var testServer = TestServer(isDevelopment: false)
    testServer.hasOfferKey = true
    let response = try await testServer.exchange(Self.trial)
    #expect(response.contains(#""code":"keysRequired""#), "\(response)")
    #expect(!response.contains("signature\":"))
  }

  @Test("nor is anything signed, were the gate open")
  func secondLock() async throws {
    var testServer = TestServer()
    testServer.hasOfferKey = true
    try await testServer.exchange(Self.trial).expect(has: #""code":"keysRequired""#)
    let signer = OfferSigner(keys: try KeyRing([try TestOfferKey.made()]))
    let offer = PromotionalOffer(bundleId: "com.example.lumen", productId: "p", offerId: "o")
    for form in SignatureForm.allCases {
      let problem = #expect(throws: Problem.self) {
        try signer.signature(
          of: offer, form: form, for: .anyone, transactionId: nil, nonce: .fresh(),
          to: .keyless, at: time("2026-12-05T12:00:00Z"))
      }
      #expect(problem?.code == .keysRequired)
    }
    let problem = #expect(throws: Problem.self) {
      try signer.introductory(
        isAllowed: true, productId: "p", bundleId: "com.example.lumen", transactionId: "1",
        nonce: .fresh(), to: .keyless, at: time("2026-12-05T12:00:00Z"))
    }
    #expect(problem?.code == .keysRequired)
  }
}
