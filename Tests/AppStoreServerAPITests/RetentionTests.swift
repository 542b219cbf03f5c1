import PaywallCatalog
import Subscribers
@testable import AppStoreServerAPI
import Testing

/// Apple's Retention Messaging API.
struct RetentionTests {
  private static let one = "a1b2c3d4-e5f6-7890-a1b2-c3d4e5f67890"
  private static let two = "b2c3d4e5-f6a7-8901-b2c3-d4e5f6a78901"
  private static let three = "c3d4e5f6-a7b8-9012-c3d4-e5f6a7b89012"

  @Test("States are read by identifier in lower case; a state that is new is not approved")
  func states() async throws {
    let stub = StubTransport([
      .success(
        .of(
          200,
          """
          {"messageIdentifiers":[
          {"messageIdentifier":"\(Self.one.uppercased())","messageState":"APPROVED"},
          {"messageIdentifier":"\(Self.two)","messageState":"REJECTED"},
          {"messageIdentifier":"\(Self.three)","messageState":"PAUSED"}]}
          """)),
      .success(
        .of(
          200,
          #"{"imageIdentifiers":[{"imageIdentifier":"\#(Self.one)","imageState":"PENDING","imageSize":"FULL_SIZE"}]}"#
        )),
      .success(.of(200, "{}")),
    ])
    let client = try TestClient(stub).client
    #expect(
      try await client.messages(in: .sandbox) == [
        Self.one: .approved, Self.two: .rejected, Self.three: .pending,
      ])
    #expect(try await client.images(in: .sandbox) == [Self.one: .pending])
    #expect(try await client.messages(in: .sandbox) == [:])
  }

  @Test(
    "A list with an entry that has no state is not read",
    arguments: [
      #"{"messageIdentifiers":[{"messageIdentifier":"a"}]}"#,
      #"{"messageIdentifiers":[1]}"#, #"{"messageIdentifiers":{}}"#, "[]", "",
    ])
  func unreadable(body: String) async throws {
    let client = try TestClient(StubTransport(200, body)).client
    let error = await failure { try await client.messages(in: .sandbox) }
    guard case .unreadable = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A change that was made before is no failure, and any other refusal is one")
  func again() async throws {
    func client(_ code: Int) throws -> AppStoreClient {
      try TestClient(
        StubTransport(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"why"}"#)
      ).client
    }
    let text = RetentionMessage.Text(header: "Stay", body: "Please")
    try await client(4_090_000).uploadImage(Self.one, [1], .bulletPoint, in: .sandbox)
    try await client(4_090_001).uploadMessage(Self.one, text, header: .aboveBody, in: .sandbox)
    try await client(4_040_014).deleteImage(Self.one, in: .sandbox)
    try await client(4_040_015).deleteMessage(Self.one, in: .sandbox)
    try await client(4_040_021).deleteRealtimeURL(in: .sandbox)
    #expect(try await client(4_040_021).realtimeURL(in: .sandbox) == nil)
    #expect(try await client(4_040_020).defaultMessage(of: "a", in: "en-US", .sandbox) == nil)
    let long = await failure {
      try await client(4_000_162).uploadMessage(Self.one, text, header: .aboveBody, in: .sandbox)
    }
    #expect(long?.code?.known == .headerTooLong)
    let used = await failure { try await client(4_030_019).deleteImage(Self.one, in: .sandbox) }
    #expect(used?.code?.known == .imageInUse)
  }

  @Test(
    "Each refusal of a message, an image, a URL or a test has words of its own and a next step",
    arguments: [
      4_000_161, 4_000_162, 4_000_163, 4_000_164, 4_000_175, 4_000_211, 4_000_212, 4_000_213,
      4_000_215, 4_000_218, 4_000_219, 4_000_224, 4_030_014, 4_030_016, 4_030_017, 4_030_018,
      4_030_019, 4_030_026, 4_040_014, 4_040_015, 4_040_018, 4_040_021,
    ])
  func words(code: Int) async throws {
    let stub = StubTransport(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"why"}"#)
    let client = try TestClient(stub).client
    let error = try #require(
      await failure { try await client.setRealtimeURL("https://a.b", in: .sandbox) })
    #expect(!error.detail.contains("refuses the call"), "\(error.detail)")
    #expect(error.help?.isEmpty == false)
  }

  @Test("A result of a performance test has each of Apple's figures")
  func performance() async throws {
    let stub = StubTransport(
      200,
      """
      {"config":{"maxConcurrentRequests":10,"totalRequests":100,"totalDuration":60000,
      "responseTimeThreshold":500,"successRateThreshold":95},"target":"https://example.com/retention",
      "result":"FAIL","successRate":93,"numPending":0,
      "responseTimes":{"average":120,"p50":100,"p90":200,"p95":250,"p99":400},
      "failures":{"TIMED_OUT":5,"NO_RESPONSE":2}}
      """)
    let test = try await TestClient(stub).client.performanceTest("r-1")
    #expect(test.result.known == .fail && test.successRate == 93 && test.pending == 0)
    #expect(test.times == .init(average: 120, p50: 100, p90: 200, p95: 250, p99: 400))
    #expect(test.failures == ["TIMED_OUT": 5, "NO_RESPONSE": 2])
    #expect(test.target == "https://example.com/retention")
    #expect(
      test.terms
        == .init(
          concurrentRequests: 10, requests: 100, duration: 60_000, responseTime: 500,
          successRate: 95))
  }

  @Test("Calls have Apple's limits: one a second, ten for default messages, a tenth in the sandbox")
  func limits() {
    let budgets = CallBudgets()
    let calls: [AppStoreEndpoint] = [
      .uploadMessage, .deleteMessage, .messages, .uploadImage, .deleteImage, .images,
      .defaultMessage, .deleteDefaultMessage, .setRealtimeURL, .realtimeURL, .deleteRealtimeURL,
      .startPerformanceTest, .performanceTest,
    ]
    for call in calls {
      #expect(budgets.calls(call, in: .production) == 3_600)
      #expect(budgets.calls(call, in: .sandbox) == 360)
    }
    #expect(budgets.calls(.setDefaultMessage, in: .production) == 36_000)
    #expect(budgets.calls(.setDefaultMessage, in: .sandbox) == 3_600)
  }
}
