import AppStoreFixtures
@testable import AppStoreServerAPI
import Configuration
import OfferSigning
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// The calls of a back office to Apple, over HTTP.
@Suite("Asking Apple over HTTP") struct AppStoreRouteTests {
  private let asked = Asked()

  /// A server whose Apple gives this answer; `asked` gets the requests.
  private func server(
    _ status: Int, _ body: String, asked: Asked = Asked()
  ) throws -> TestServer {
    let store = try TestStore(environment: .sandbox, serving: [.sandbox])
    let transport = AppStoreTransport { request async throws(TransportFailure) in
      asked.requests.withLock { $0.append(request) }
      return AppStoreResponse(
        status: status, headers: [.init(name: "X-Apple-Request-UUID", value: "a-1")],
        body: Array(body.utf8))
    }
    var server = TestServer(keys: TestServer.allKeys)
    server.appStoreClient = AppStoreClient(
      AppStoreAPISettings(key: try .throwAway()), transport: transport,
      verifier: { store.verifier }, now: { TestStore.clock }, sleep: { _ in })
    return server
  }

  private final class Asked: Sendable {
    let requests = Mutex<[AppStoreRequest]>([])
  }

  private static let order = """
    POST /v1/appstore/extensions
    X-API-Key: admin-key
    Content-Type: application/json

    {"originalTransactionId":"7","days":14,"reason":"serviceIssue","requestIdentifier":"outage-7"}
    """

  @Test("An admin moves a renewal date, and hears the new one")
  func extend() async throws {
    let server = try server(
      200, #"{"success":true,"effectiveDate":1767607200000}"#, asked: asked)
    try await server.exchange(
      Self.order,
      is: """
        200
        cache-control: no-store
        content-type: application/json
        x-paywall-release: RELEASE
        x-request-id: made-1

        {"environment":"sandbox","effectiveDate":"2026-01-05T10:00:00Z","appleRequestId":"a-1"}
        """)
    let request = try #require(asked.requests.withLock { $0.first })
    #expect(
      request.url
        == "https://api.storekit-sandbox.apple.com/inApps/v1/subscriptions/extend/7")
    #expect(
      request.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"extendByDays":14,"extendReasonCode":3,"requestIdentifier":"outage-7"}"#)
  }

  @Test("Apple's refusal is a problem with its code, its words and Apple's number")
  func refused() async throws {
    try await server(403, #"{"errorCode":4030005,"errorMessage":"x"}"#)
      .exchange(Self.order).expect(
        422, #""code":"appStoreRefused""#, #""reason":"4030005""#,
        "two extensions in the last 365 days", "a-1")
  }

  @Test("When Apple does not answer, the same may be sent again")
  func unavailable() async throws {
    try await server(500, "<html>").exchange(Self.order).expect(
      503, #""code":"appStoreUnavailable""#, "retry-after: 30")
  }

  @Test("Without a key for Apple nothing is asked")
  func notConfigured() async throws {
    let server = TestServer(keys: TestServer.allKeys)
    try await server.exchange(Self.order).expect(503, #""code":"appStoreNotConfigured""#)
  }

  @Test("Only an admin key opens these paths", arguments: ["client-key", "server-key"])
  func roles(key: String) async throws {
    try await server(200, "{}", asked: asked)
      .exchange(Self.order.replacing("admin-key", with: key)).expect(403)
    #expect(asked.requests.withLock { $0.isEmpty })
  }

  @Test(
    "What Apple would refuse for certain is not sent",
    arguments: [
      #"{"originalTransactionId":"7","days":91,"requestIdentifier":"x"}"#,
      #"{"originalTransactionId":"7","days":7}"#,
      #"{"originalTransactionId":"7","days":7,"requestIdentifier":""}"#,
      #"{"originalTransactionId":"7","days":7,"requestIdentifier":"x","reason":"because"}"#,
      #"{"originalTransactionId":"7","days":7,"requestIdentifier":"x","environment":"xcode"}"#,
    ])
  func invalid(body: String) async throws {
    let head = try #require(Self.order.split(separator: "\n\n").first)
    try await server(200, "{}", asked: asked).exchange("\(head)\n\n\(body)").expect(400)
    #expect(asked.requests.withLock { $0.isEmpty })
  }

  @Test("An order leads to its purchases; a text that Apple did not sign is left out")
  func orders() async throws {
    let store = try TestStore(environment: .sandbox, serving: [.sandbox])
    let text = try store.jws(
      of: store.transactionMembers([
        "transactionId": "8", "originalTransactionId": "7", "productId": "pro_yearly",
      ]))
    let answer = try await server(
      200, #"{"status":0,"signedTransactions":["\#(text)","forged"]}"#
    ).exchange("GET /v1/appstore/orders/MK5TTTVWJH\nX-API-Key: admin-key")
    answer.expect(200)
    #expect(
      answer.hasSuffix(
        #"{"status":"valid","environment":"sandbox","transactions":[{"transactionId":"8","originalTransactionId":"7","productId":"pro_yearly"}],"appleRequestId":"a-1"}"#
      ))
  }

  @Test("The settings of Apple's key belong together, and keep out what they contradict")
  func settings() throws {
    func read(_ flags: [String: String]) throws -> PaywallServer.Settings {
      try PaywallServer.Settings.read(
        flags: Dictionary(
          uniqueKeysWithValues: flags.map {
            (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
          }), environment: [:])
    }
    let key = ["appStoreKey": "k.p8", "appStoreKeyId": "K", "appStoreIssuer": "I"]
    #expect(try read(key).appStoreKey?.key == .init(path: "k.p8", keyId: "K", issuerId: "I"))
    #expect(try read(key).reasonsForKeys == [.appStoreKey])
    #expect(
      try read(key.merging(["appStoreAddress": "sandbox=http://127.0.0.1:1"]) { $1 })
        .appStoreKey?.addresses == [.sandbox: #require(AppStoreAddress("http://127.0.0.1:1"))])
    #expect(try read(key.merging(["appStoreBudget": "0.5"]) { $1 }).appStoreKey?.budget == 0.5)
    for wrong in [
      ["appStoreKey": "k.p8"], ["appStoreKeyId": "K"], ["appStoreBudget": "0.5"],
      key.merging(["appStoreBudget": "0"]) { $1 }, key.merging(["appStoreBudget": "2"]) { $1 },
      key.merging(["appStoreAddress": "sandbox=http://example.com"]) { $1 },
      key.merging(["appStoreAddress": "xcode=https://example.com"]) { $1 },
      key.merging(["readOnly": "true"]) { $1 },
      key.merging(["appStore": "http://127.0.0.1:8090"]) { $1 },
    ] {
      #expect(throws: SettingsError.self, "\(wrong)") { try read(wrong) }
    }
  }
}
