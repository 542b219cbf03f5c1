import LocalAppStore
import LocalAppStoreServer
import NIOHTTP1
import PaywallCatalog
import Testing

/// The Retention Messaging API, call by call.
struct MessagingTests {
  private static let base = "/inApps/v1/messaging"
  private static let message = "0b6f1c3e-52a4-4a77-9d1c-6f2f0e8c9a10"
  private static let absent = "99999999-9999-4999-8999-999999999999"
  private static let text = #"{"header":"Stay","body":"A while longer."}"#

  @Test("A message is uploaded, listed, made the default, read as the default, and deleted")
  func messages() async throws {
    try await APIWorld.with { api in
      let path = "\(Self.base)/message/\(Self.message.uppercased())"
      #expect(try await api.call(.PUT, path, Self.text).status == 200)
      let again = try await api.call(.PUT, path, Self.text)
      #expect(again.failure == "4090001 Message already exists.")
      #expect(again.status == 409)
      let list = try await api.call(.GET, "\(Self.base)/message/list")
      #expect(
        list.body
          == #"{"messageIdentifiers":[{"messageIdentifier":"\#(Self.message)","messageState":"APPROVED"}]}"#
      )
      let place = "\(Self.base)/default/pro_yearly/de-DE"
      #expect(try await api.call(.GET, place).failure == "4040020 Default message not found.")
      let named = #"{"messageIdentifier":"\#(Self.message)"}"#
      #expect(try await api.call(.PUT, place, named).status == 200)
      #expect(try await api.call(.PUT, place, named).status == 200, "it is idempotent")
      #expect(try await api.call(.GET, place).body == named)
      #expect(try await api.call(.DELETE, place).status == 200)
      #expect(try await api.call(.DELETE, place).failure == "4040020 Default message not found.")
      #expect(try await api.call(.DELETE, path).status == 200)
      #expect(try await api.call(.DELETE, path).failure == "4040015 Message not found.")
    }
  }

  @Test("In production a message waits for Apple, and no address can be set")
  func production() async throws {
    try await APIWorld.with(.production) { api in
      let path = "\(Self.base)/message/\(Self.message)"
      #expect(try await api.call(.PUT, path, Self.text).status == 200)
      let place = "\(Self.base)/default/pro_yearly/de-DE"
      let named = #"{"messageIdentifier":"\#(Self.message)"}"#
      #expect(
        try await api.call(.PUT, place, named).failure
          == "4030017 Forbidden - the message isn't approved.")
      _ = try await api.store.apply(
        StoreCause(.app) { try $0.review(Self.message, as: .approved) })
      #expect(try await api.call(.PUT, place, named).status == 200)
      let url = try await api.call(
        .PUT, "\(Self.base)/realtime/url", #"{"realtimeURL":"https://example.com/r"}"#)
      #expect(url.failure == "4030026 Forbidden - a passing performance test is required.")
      #expect(url.status == 403)
      let test = try await api.call(
        .POST, "\(Self.base)/performanceTest", #"{"originalTransactionId":"1"}"#)
      #expect(test.failure?.hasPrefix("4000211") == true)
    }
  }

  @Test("Each mistake has Apple's code")
  func mistakes() async throws {
    try await APIWorld.with { api in
      let message = "\(Self.base)/message/\(Self.message)"
      let long = String(repeating: "x", count: 151)
      let cases: [(HTTPMethod, String, String?, Int)] = [
        (.PUT, "\(Self.base)/message/x", Self.text, 4_000_000),
        (.PUT, message, "{}", 4_000_000), (.PUT, message, "x", 4_000_000),
        (.PUT, message, #"{"header":"\#(long)","body":""}"#, 4_000_162),
        (.PUT, message, #"{"header":"","body":"\#(long)"}"#, 4_000_163),
        (.PUT, message, #"{"header":"","body":"","headerPosition":"LEFT"}"#, 4_000_000),
        (.PUT, message, #"{"header":"","body":"","headerPosition":"ABOVE_IMAGE"}"#, 4_000_224),
        (
          .PUT, message,
          #"{"header":"","body":"","image":{"imageIdentifier":"\#(Self.absent)","altText":"\#(long)"}}"#,
          4_000_175
        ),
        (
          .PUT, message,
          #"{"header":"","body":"","image":{"imageIdentifier":"\#(Self.absent)","altText":""}}"#,
          4_040_014
        ),
        (.PUT, message, #"{"header":"","body":"","bulletPoints":[{"text":"a"}]}"#, 4_000_000),
        (.PUT, "\(Self.base)/image/\(Self.message)", "GIF89a", 4_000_161),
        (.PUT, "\(Self.base)/image/\(Self.message)?imageSize=HUGE", "", 4_000_216),
        (.DELETE, "\(Self.base)/image/\(Self.absent)", nil, 4_040_014),
        (.DELETE, message, nil, 4_040_015),
        (.GET, "\(Self.base)/default/pro_yearly/German", nil, 4_000_164),
        (.GET, "\(Self.base)/default/coins_100/de", nil, 4_000_023),
        (.GET, "\(Self.base)/default/none/de", nil, 4_000_023),
        (.PUT, "\(Self.base)/default/pro_yearly/de", "{}", 4_000_000),
        (
          .PUT, "\(Self.base)/default/pro_yearly/de",
          #"{"messageIdentifier":"\#(Self.absent)"}"#, 4_040_015
        ),
        (.GET, "\(Self.base)/realtime/url", nil, 4_040_021),
        (.DELETE, "\(Self.base)/realtime/url", nil, 4_040_021),
        (.PUT, "\(Self.base)/realtime/url", "{}", 4_000_215),
        (.PUT, "\(Self.base)/realtime/url", #"{"realtimeURL":"example.com"}"#, 4_000_215),
        (.POST, "\(Self.base)/performanceTest", "{}", 4_000_211),
        (.POST, "\(Self.base)/performanceTest", #"{"originalTransactionId":"x"}"#, 4_000_006),
        (.GET, "\(Self.base)/performanceTest/result/x", nil, 4_000_212),
        (.GET, "\(Self.base)/performanceTest/result/\(Self.absent)", nil, 4_040_018),
      ]
      for (method, path, body, code) in cases {
        let answer = try await api.call(method, path, body)
        #expect(answer.failure?.hasPrefix("\(code) ") == true, "\(method) \(path) \(answer.body)")
        #expect(answer.status == UInt(code / 10_000))
      }
    }
  }

  @Test("Defaults may be set ten times as often as anything else")
  func limits() async throws {
    // A hundredth of Apple's in the sandbox: 3.6 calls an hour, and 36.
    try await APIWorld.with(limits: 0.01) { api async throws in
      for _ in 0..<3 {
        #expect(try await api.call(.GET, "\(Self.base)/message/list").status == 200)
      }
      #expect(try await api.call(.GET, "\(Self.base)/message/list").status == 429)
      for _ in 0..<36 {
        #expect(try await api.call(.PUT, "\(Self.base)/default/pro_yearly/de", "{}").status == 400)
      }
      #expect(try await api.call(.PUT, "\(Self.base)/default/pro_yearly/de", "{}").status == 429)
    }
  }

  @Test(
    "A performance test asks the address a hundred times, and passes by 99 of them",
    arguments: [(0, "PASS"), (1, "PASS"), (2, "FAIL")])
  func performance(failing: Int, result: String) async throws {
    let receiver = RetentionReceiver { number in
      number < failing
        ? .init(result: .unsuccessfulStatus, status: 500)
        : .init(result: .success, status: 200, body: Array("{}".utf8))
    }
    let store = try await RetentionTests.store(receiver)
    let signer = APISigner()
    let api = ServerAPI(
      signer.apiKey, bundleId: "com.example.lumen", isSandbox: true, limits: 0,
      now: { Timestamp(milliseconds: apiNow * 1_000) })
    try await serving(store, serverAPI: api) { client, url in
      let api = APIWorld(store: store, signer: signer, client: client, url: url)
      let id = try await api.ids("pro_yearly")[0]
      let body = #"{"originalTransactionId":"\#(id)"}"#
      let path = "\(Self.base)/performanceTest"
      #expect(try await api.call(.POST, path, body).failure == "4040021 Realtime URL not found.")
      _ = try await api.call(
        .PUT, "\(Self.base)/realtime/url", #"{"realtimeURL":"https://example.com/r"}"#)
      let started = try await api.call(.POST, path, body)
      #expect(started.status == 200)
      let test = try #require(try started.members["requestId"] as? String)
      await store.performanceTestEnds()
      let ended = try await api.call(.GET, "\(path)/result/\(test)")
      let members = try ended.members
      #expect(members["result"] as? String == result)
      #expect(members["successRate"] as? Int == 100 - failing)
      #expect(members["numPending"] as? Int == 0)
      #expect(members["target"] as? String == "https://example.com/r")
      let failures = try #require(members["failures"] as? [String: Int])
      #expect(failures == (failing == 0 ? [:] : ["UNSUCCESSFUL_HTTP_RESPONSE_CODE": failing]))
      let times = try #require(members["responseTimes"] as? [String: Int])
      let sorted = try ["p50", "p90", "p95", "p99"].map { try #require(times[$0]) }
      #expect(sorted == sorted.sorted())
      #expect(receiver.requests.count == 100)
      #expect(Set(receiver.requests.map(\.text)).count == 100)
      #expect(Set(receiver.requests.map(\.url)) == ["https://example.com/r"])
      #expect(try await store.customer("ada").subscriptions[0].retention == nil)
    }
  }
}
