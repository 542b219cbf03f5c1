import HTTPDocuments
import HTTPTransport
import NIOPosix
import PaywallAPI
import PaywallServer
import Testing

/// Large bodies pay for their bytes, and are read beside the event loops.
@Suite("What bodies cost")
struct BodyChargeTests {
  @Test(
    "4 KiB come with the request, each 4 KiB more cost a token",
    arguments: [
      (0, 0), (4096, 0), (4097, 1), (8192, 1), (8193, 2), (64 << 10, 15), (1 << 20, 255),
    ])
  func cost(_ bytes: Int, _ tokens: Int) {
    #expect(RateSettings.cost(ofBytes: bytes) == tokens)
  }

  /// A bucket of 200 tokens that nothing fills.
  private static func application(
    _ key: String
  ) throws -> Application {
    var testServer = try Writing.testServer()
    testServer.rates.client = 20
    testServer.rates.server = 20
    return try testServer.application()
  }

  private static func send(
    _ request: String, _ count: Int, _ status: String, to application: Application
  ) async throws {
    for _ in 0..<count {
      try await TestServer.send(request, to: application).expect(status)
    }
  }

  /// 60,000 bytes are 14 tokens, with the request 15. 13 of them leave 5.
  @Test(
    "whoever lacks tokens for a body pays nothing, with any key and on any route",
    arguments: [
      ("/v1/exposures", "client-key", "400"), ("/v1/aliases", "server-key", "400"),
      ("/v1/placements/onboarding", "client-key", "200"),
      ("/v1/placements", "server-key", "200"), ("/v1/offers/sign", "server-key", "400"),
      ("/v1/offers/eligibility", "client-key", "403"), ("/v1/customer", "client-key", "403"),
      ("/v1/transactions", "client-key", "400"), ("/v1/explain", "admin-key", "400"),
      ("/v1/previews", "admin-key", "400"), ("/ofrep/v1/evaluate/flags", "client-key", "400"),
      ("/ofrep/v1/evaluate/flags/onboarding", "client-key", "400"),
    ])
  func lacking(_ path: String, _ key: String, _ status: String) async throws {
    let application = try Self.application(key)
    let large = "POST \(path)\nX-API-Key: \(key)\n\n{}\(String(repeating: " ", count: 59_998))"
    try await Self.send(large, 13, status, to: application)
    try await Self.send(large, 2, "429", to: application)
    let plain = "GET /v1/products\nX-API-Key: \(key)"
    try await Self.send(plain, 5, "200", to: application)
    try await Self.send(plain, 1, "429", to: application)
  }

  /// 200 tokens are 40 requests of five, or 200 of one.
  @Test(
    "an app pays five tokens to sign or to link ids, and a server one",
    arguments: [
      ("/v1/offers/sign", "client-key", 40), ("/v1/aliases", "client-key", 40),
      ("/v1/offers/sign", "server-key", 200), ("/v1/aliases", "server-key", 200),
    ])
  func price(_ path: String, _ key: String, _ count: Int) async throws {
    let application = try Self.application(key)
    let request = "POST \(path)\nX-API-Key: \(key)\n\n{}"
    try await Self.send(request, count, "400", to: application)
    try await Self.send(request, 1, "429", to: application)
  }

  /// 130,000 bytes are 31 tokens, with the notification 32: six cost 192, the seventh what is left.
  @Test("large texts that Apple did not sign cost by their bytes, and what it signed costs nothing")
  func notifications() async throws {
    let application = try Self.application("")
    let path = "/v1/appstore/notifications"
    let genuine = "POST \(path)\n\n\(try Writing.notifications.body)"
    try await Self.send(genuine, 300, "200", to: application)
    let junk = "POST \(path)\n\n{\"signedPayload\":\"\(String(repeating: "A", count: 129_980))\"}"
    try await Self.send(junk, 7, "422", to: application)
    try await Self.send(junk, 1, "429", to: application)
    try await Self.send(genuine, 1, "429", to: application)
  }

  @Test(
    "only a member of the body makes it one with evidence",
    arguments: [
      (#"{"attributes":{"transactions":[]}"#, "413"), (#"{"preview":"transactions""#, "413"),
      (#"{"preview":"\"transactions\":[]""#, "413"), (#"{"preview":"renewalInfo\":""#, "413"),
      (#"{"Transactions":[]"#, "413"), (#"{"transaction":[]"#, "413"),
      (#"["transactions""#, "413"), (#"{"transactions""#, "413"),
      (#"{"transactions":[]"#, "200"), (#"{"renewalInfo" : []"#, "200"),
      (#"{"attributes":{},"appTransaction":null"#, "200"), (#"{"tr\u0061nsactions":[]"#, "200"),
      (#"{"preview":null,"\u0074\u0072\u0061\u006e\u0073actions":[]"#, "200"),
      (#"{"transactions":[}"#, "400"),
    ])
  func evidence(_ start: String, _ status: String) async throws {
    let testServer = try Writing.testServer()
    let end = start.hasPrefix("[") ? "]" : "}"
    let large = start + String(repeating: " ", count: 70_000) + end
    let answer = try await testServer.exchange(
      "POST /v1/placements/onboarding\nX-API-Key: client-key\n\n\(large)")
    #expect(answer.hasPrefix(status + "\n"), "\(start) \(answer.prefix(300))")
  }

  @Test("a body of more than 8 KiB is read beside the event loops")
  func aside() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let places = try await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      var places: [Bool] = []
      for count in [8192, 8193] {
        places.append(
          try await JSONReader.aside(
            Array(repeating: 0x20, count: count), YieldingQueue(threads: 1), for: BucketOwner()
          ) { _ in MultiThreadedEventLoopGroup.currentEventLoop != nil })
      }
      return places
    }
    #expect(places == [true, false])
  }
}
