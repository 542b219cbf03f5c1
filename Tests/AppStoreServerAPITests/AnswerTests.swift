import AppStore
import AppStoreFixtures
import AppStoreServerAPI
import Foundation
import PaywallCatalog
import Subscribers
import Testing

/// The reading of answers, good and bad ones.
struct AnswerTests {
  private static func json(_ members: [String: JSON]) throws -> String {
    String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
  }

  private static func signed(_ store: TestStore, _ id: String) throws -> JSON {
    .text(
      try store.jws(
        of: store.transactionMembers([
          "transactionId": .text(id), "originalTransactionId": "1", "productId": "pro_yearly",
        ])))
  }

  private let store: TestStore

  init() throws { store = try TestStore(environment: .sandbox, serving: [.sandbox]) }

  private func history(_ members: [String: JSON]) async throws -> Result<
    AppStoreAnswer<HistoryPage>, AppStoreAPIError
  > {
    let stub = StubTransport(200, try Self.json(members))
    let client = try TestClient(stub).client
    do throws(AppStoreAPIError) {
      return .success(try await client.history(of: "1", after: "r1", in: .sandbox))
    } catch {
      return .failure(error)
    }
  }

  @Test("A page holds what verifies, and says what does not; its cursor leads on")
  func page() async throws {
    let page = try await history([
      "revision": "r2", "hasMore": true, "bundleId": .text(TestStore.bundleId),
      "environment": "Sandbox", "somethingNew": [1, "x"],
      "signedTransactions": [
        try Self.signed(store, "1"), "signed_transaction_value", try Self.signed(store, "2"),
      ],
    ]).get()
    #expect(page.value.transactions.compactMap(\.payload.fact?.transactionId) == ["1", "2"])
    #expect(page.value.refused.map(\.index) == [1])
    #expect(page.value.refused.map(\.distrust.reason) == [.malformed])
    #expect(page.value.revision == "r2")
    #expect(page.value.hasMore)
    #expect(page.unknown.map(\.name) == ["somethingNew"])
    #expect(page.unknown.map(\.value) == [#"[1,"x"]"#])
    #expect(page.requestId == "r-1")
  }

  @Test("An element that is no text costs itself alone")
  func noText() async throws {
    let page = try await history([
      "revision": "r2", "signedTransactions": [7, try Self.signed(store, "1"), nil],
    ]).get()
    #expect(page.value.transactions.compactMap(\.payload.fact?.transactionId) == ["1"])
    #expect(page.value.refused.map(\.index) == [0, 2])
  }

  @Test("A status without renewal info is named, and its transaction kept")
  func statuses() async throws {
    let renewal = JSON.text(
      try store.jws(
        of: store.renewalMembers(["originalTransactionId": "1", "autoRenewStatus": 1])))
    func item(_ members: [String: JSON]) throws -> JSON {
      .object(
        ["status": 1, "signedTransactionInfo": try Self.signed(store, "1")].merging(members) { $1 })
    }
    let body: [String: JSON] = [
      "data": [
        [
          "subscriptionGroupIdentifier": "g",
          "lastTransactions": [
            try item([:]), try item(["signedRenewalInfo": renewal]),
            try item(["signedRenewalInfo": "x"]),
            ["status": 2, "signedRenewalInfo": renewal],
          ],
        ]
      ]
    ]
    let client = try TestClient(StubTransport(200, Self.json(body))).client
    let answer = try await client.statuses(of: "1", in: .sandbox).value
    #expect(answer.items.map { $0.renewal != nil } == [false, true, false])
    #expect(answer.refused.map(\.index) == [0, 2, 3])
    #expect(answer.refused.map(\.distrust.reason) == [.missingMember, .malformed, .missingMember])
    #expect(
      answer.refused.map(\.distrust.field) == [
        .signedRenewalInfo, .signedRenewalInfo, .signedTransactionInfo,
      ])
  }

  @Test("A text of another environment in an answer is refused")
  func foreignText() async throws {
    let production = try TestStore(environment: .production)
    let page = try await history([
      "revision": "r2", "signedTransactions": [try Self.signed(production, "1")],
    ]).get()
    #expect(page.value.transactions.isEmpty)
    #expect(page.value.refused.map(\.distrust.reason) == [.wrongEnvironment])
  }

  @Test(
    "An answer that is not as Apple describes it is an error with the request's id, and nothing of it is used",
    arguments: [
      ("", "no JSON"), ("{\"revision\":\"r2\",\"signedTra", "no JSON"),
      ("<html><body>503</body></html>", "no JSON"), ("[]", "no JSON object"),
      (#"{"revision":"r1","hasMore":true}"#, "the one that was asked with"),
      (#"{"hasMore":true}"#, "no 'revision'"), (#"{"revision":7}"#, "'revision' is no text"),
      (#"{"revision":"r2","hasMore":"yes"}"#, "'hasMore' is neither"),
      (#"{"revision":"r2","signedTransactions":{}}"#, "is no list"),
      (#"{"revision":"r2","appAppleId":"x"}"#, "'appAppleId' is no whole number"),
      (#"{"revision":"r2","revision":"r3"}"#, "no JSON"),
    ])
  func unreadable(body: String, words: String) async throws {
    let stub = StubTransport(200, body, ["content-type": "application/json;charset=UTF-8"])
    let client = try TestClient(stub).client
    let error = await failure { try await client.history(of: "1", after: "r1", in: .sandbox) }
    guard case .unreadable(let what)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(what.contains(words))
    #expect(error?.requestId == "r-1")
  }

  @Test("An answer about another app or environment is refused as a whole")
  func foreign() async throws {
    let app = try await history(["revision": "r2", "bundleId": "com.example.other"])
    #expect(throws: AppStoreAPIError.self) { _ = try app.get() }
    if case .failure(let error) = app { #expect(error.reason == .wrongApp("com.example.other")) }
    for word in ["Production", "LocalTestingxxx"] {
      let answer = try await history(["revision": "r2", "environment": .text(word)])
      guard case .failure(let error) = answer else {
        Issue.record("\(word) was taken")
        continue
      }
      #expect(error.reason == .wrongEnvironment(word))
    }
  }

  @Test("Apple's own examples are read, but for their app and environment")
  func models() async throws {
    func client(_ name: String) throws -> AppStoreClient {
      let body = try model(name).replacing("LocalTesting\"", with: "Sandbox\"")
        .replacing("\"com.example\"", with: "\"\(TestStore.bundleId)\"")
      return try TestClient(StubTransport(200, body)).client
    }
    let history = try await client("transactionHistoryResponse").history(of: "1", in: .sandbox)
    #expect(history.value.refused.count == 2)
    #expect(history.value.revision == "revision_output")
    #expect(history.value.hasMore)
    let statuses = try await client("getAllSubscriptionStatusesResponse")
      .statuses(of: "1", in: .sandbox)
    #expect(statuses.value.items.isEmpty)
    #expect(statuses.value.refused.map(\.index) == [0, 1, 2])
    let sent = try await client("getNotificationHistoryResponse").notifications(
      NotificationQuery(from: TestStore.moment, to: TestStore.clock), in: .sandbox)
    #expect(sent.value.token == "57715481-805a-4283-8499-1c19b5d6b20a")
    #expect(
      sent.value.notifications.map(\.signedPayload) == ["signed_payload_one", "signed_payload_two"])
    #expect(
      sent.value.notifications.map { $0.attempts.map(\.result.raw) } == [
        ["NO_RESPONSE", "SUCCESS"], ["CIRCULAR_REDIRECT"],
      ])
    #expect(sent.value.notifications.allSatisfy { $0.verdict.verified == nil })
    let order = try await client("lookupOrderIdResponse").order("W", in: .sandbox)
    #expect(order.value.status.known == .invalid)
    let extended = try await client("extendSubscriptionRenewalDateResponse").extend(
      "1", by: RenewalExtension(days: 1, reason: .other, requestIdentifier: "x"), in: .sandbox)
    #expect(extended.value.originalTransactionId == "2312412")
    #expect(extended.value.isDone)
    #expect(extended.value.effectiveDate?.milliseconds == 1_698_148_900_000)
    let mass = try await client("getStatusOfSubscriptionRenewalDateExtensionsResponse")
      .massExtension(of: "p", requestIdentifier: "r", in: .sandbox)
    #expect(mass.value.isComplete)
    #expect(mass.value.succeeded == 30)
    #expect(mass.value.failed == 2)
    let test = try await client("requestTestNotificationResponse")
      .requestTestNotification(in: .sandbox)
    #expect(test.value == "ce3af791-365e-4c60-841b-1674b43c1609")
    let malformed = await failure {
      try await (try? client("transactionHistoryResponseWithMalformedAppAppleId"))?
        .history(of: "1", in: .sandbox)
    }
    #expect(malformed?.reason == .unreadable("'appAppleId' is no whole number"))
  }

  @Test("A single signed text that cannot be trusted is an error with the request's id")
  func untrusted() async throws {
    let stub = StubTransport(200, #"{"signedTransactionInfo":"signed_transaction_info_value"}"#)
    let client = try TestClient(stub).client
    let error = await failure { try await client.transaction("1", in: .sandbox) }
    guard case .untrusted(let distrust)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(distrust.reason == .malformed)
    #expect(error?.requestId == "r-1")
  }

  @Test(
    "Apple's clock is read from the Date header",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", Int64(784_111_777)),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ])
  func date(text: String, seconds: Int64) async throws {
    let client = try TestClient(StubTransport(200, "", ["Date": text])).client
    let answer = try await client.finish("1", in: .sandbox)
    #expect(answer.date == Timestamp(milliseconds: seconds * 1_000))
  }
}
