@testable import Subscribers
import AppStoreFixtures
@testable import AppStoreServerAPI
import Foundation
import OfferSigning
import PaywallCatalog
import Testing

/// `calls.json`: what Apple's Python library sends (its tests/test_api_client.py, 8b5ccdc). One
/// difference: that library writes `revoked` as Python does, `False`; Apple's others write `false`.
struct CallVector: Decodable, CustomTestStringConvertible {
  var call: String
  var method: String
  var path: String
  var query: [String: [String]]
  var body: JSON?

  var testDescription: String { call }

  static func all() throws -> [CallVector] {
    let url = try #require(
      Bundle.module.url(forResource: "calls", withExtension: "json", subdirectory: "Vectors"))
    return try JSONDecoder().decode([CallVector].self, from: Data(contentsOf: url))
  }
}

struct RequestTests {
  private static let day = Timestamp(milliseconds: 1_698_148_900_000)
  private static let later = Timestamp(milliseconds: 1_698_148_950_000)
  private static let page = "a036bc0e-52b8-4bee-82fc-8c24cb6715d6"
  private static let each = RenewalExtension(
    days: 45, reason: .customerSatisfaction,
    requestIdentifier: "fdf964a4-233b-486c-aac1-97d8d52688ac")

  @Test("Each call has the method, path, query and body of Apple's own library")
  func vectors() async throws {
    let vectors = try CallVector.all()
    #expect(vectors.count == 30)
    for vector in vectors {
      let stub = StubTransport(202, "{}")
      let client = try TestClient(stub).client
      // The empty answer is no answer to most calls; here only the request counts.
      _ = try? await Self.make(vector.call, client)
      let request = try #require(stub.requests.first, "\(vector.call)")
      let url = try #require(URLComponents(string: request.url))
      #expect(url.host == "api.storekit-sandbox.apple.com")
      #expect(request.method.rawValue == vector.method, "\(vector.call)")
      #expect(url.percentEncodedPath == vector.path, "\(vector.call)")
      var query: [String: [String]] = [:]
      for item in url.queryItems ?? [] { query[item.name, default: []].append(item.value ?? "") }
      #expect(query == vector.query, "\(vector.call)")
      if vector.call == "uploadImage" {
        #expect(request.body == [1, 2, 3])
        #expect(request.headers.contains(.init(name: "Content-Type", value: "image/png")))
        continue
      }
      let body = try request.body.map {
        try JSONDecoder().decode(JSON.self, from: Data($0))
      }
      #expect(body == vector.body, "\(vector.call)")
      #expect(request.headers.contains(.init(name: "Accept", value: "application/json")))
    }
  }

  private static func make(_ call: String, _ client: AppStoreClient) async throws {
    switch call {
    case "extendAll":
      _ = try await client.extendAll(
        MassRenewalExtension(
          productId: "com.example.productId", each: each, storefronts: ["USA", "MEX"]),
        in: .sandbox)
    case "extend": _ = try await client.extend("4124214", by: each)
    case "statuses": _ = try await client.statuses(of: "4321", only: [.expired, .active])
    case "refunds": _ = try await client.refunds(of: "555555", after: "revision_input")
    case "extensionStatus":
      _ = try await client.massExtension(
        of: "20fba8a0-2b80-4a7d-a17f-85c1854727f8", requestIdentifier: "com.example.product",
        in: .sandbox)
    case "testStatus":
      _ = try await client.testNotification(
        "8cd2974c-f905-492a-bf9a-b2f47c791d19", in: .sandbox)
    case "notificationsOfType":
      _ = try await client.notifications(
        NotificationQuery(
          from: day, to: later, .type("SUBSCRIBED", subtype: "INITIAL_BUY"), onlyFailures: true),
        after: page, in: .sandbox)
    case "notificationsOfTransaction":
      _ = try await client.notifications(
        NotificationQuery(from: day, to: later, .transaction("999733843"), onlyFailures: true),
        after: page, in: .sandbox)
    case "history":
      var filter = HistoryFilter()
      filter.order = .ascending
      filter.revoked = false
      filter.productIds = ["com.example.1", "com.example.2"]
      _ = try await client.history(of: "1234", filter, after: "revision_input")
    case "transaction": _ = try await client.transaction("1234")
    case "order": _ = try await client.order("W002182")
    case "requestTest": _ = try await client.requestTestNotification(in: .sandbox)
    case "consumption":
      let answer = RefundAnswer(
        deliveryStatus: .delivered, sampleContentProvided: false, consumptionPercentage: 50_000,
        refundPreference: .grantFull)
      _ = try await client.send(answer, about: "49571273", in: .sandbox)
    case "accountToken":
      let token = try #require(UUID(uuidString: "7389A31A-FB6D-4569-A2A6-DB7D85D84813"))
      _ = try await client.setAccountToken(token, of: "49571273")
    case "finish": _ = try await client.finish("1234")
    default: try await makeRetention(call, client)
    }
  }

  private static let id = "a1b2c3d4-e5f6-7890-a1b2-c3d4e5f67890"

  private static func makeRetention(_ call: String, _ client: AppStoreClient) async throws {
    let product = "com.example.product"
    var text = RetentionMessage.Text(header: "Header text", body: "Body text")
    switch call {
    case "uploadImage": try await client.uploadImage(id, [1, 2, 3], .full, in: .sandbox)
    case "deleteImage": try await client.deleteImage(id, in: .sandbox)
    case "images": _ = try await client.images(in: .sandbox)
    case "uploadMessage":
      try await client.uploadMessage(id, text, header: .aboveBody, in: .sandbox)
    case "uploadMessageWithImage":
      text.image = RetentionMessage.Image(
        file: "images/a.png", alternative: "Alt text",
        identifier: "b2c3d4e5-f6a7-8901-b2c3-d4e5f6a78901")
      text.bullets = [
        RetentionMessage.Bullet(
          text: "Bullet 1",
          image: RetentionMessage.Image(
            file: "images/b.png", alternative: "Bullet alt",
            identifier: "c3d4e5f6-a7b8-9012-c3d4-e5f6a7b89012"))
      ]
      try await client.uploadMessage(id, text, header: .aboveImage, in: .sandbox)
    case "deleteMessage": try await client.deleteMessage(id, in: .sandbox)
    case "messages": _ = try await client.messages(in: .sandbox)
    case "setDefaultMessage":
      try await client.setDefaultMessage(id, of: product, in: "en-US", .sandbox)
    case "defaultMessage": _ = try await client.defaultMessage(of: product, in: "en-US", .sandbox)
    case "deleteDefaultMessage":
      try await client.deleteDefaultMessage(of: product, in: "en-US", .sandbox)
    case "setRealtimeURL":
      try await client.setRealtimeURL("https://example.com/realtime", in: .sandbox)
    case "realtimeURL": _ = try await client.realtimeURL(in: .sandbox)
    case "deleteRealtimeURL": try await client.deleteRealtimeURL(in: .sandbox)
    case "startPerformanceTest": _ = try await client.startPerformanceTest(of: "70000500092808")
    case "performanceTest":
      _ = try await client.performanceTest("c4b87a1d-2e3f-4a5b-9c6d-7e8f9a0b1c2d")
    default: Issue.record("no such call: \(call)")
    }
  }

  @Test("Every call carries a token of the app, signed once in ten minutes")
  func token() async throws {
    let stub = StubTransport(200)
    let clock = TestClock()
    let test = try TestClient(stub, clock: clock)
    _ = try await test.client.finish("1")
    clock.advance(599_000)
    _ = try await test.client.finish("1")
    clock.advance(2_000)
    _ = try await test.client.finish("1")
    let tokens = try stub.requests.map { request in
      let header = try #require(request.headers.first { $0.name == "Authorization" })
      #expect(header.value.hasPrefix("Bearer "))
      return String(header.value.dropFirst(7))
    }
    #expect(tokens[0] == tokens[1])
    #expect(tokens[1] != tokens[2])
    let parts = tokens[0].split(separator: ".")
    let claims = try JSONDecoder().decode(JSON.self, from: Self.base64url(parts[1]))
    #expect(claims["iss"] == "issuerId")
    #expect(claims["aud"] == "appstoreconnect-v1")
    #expect(claims["bid"] == .text(TestStore.bundleId))
    // Ten seconds ago, for a clock that is a little ahead of Apple's.
    let issued = TestStore.clock.milliseconds / 1_000 - 10
    #expect(claims["iat"] == .integer(issued))
    #expect(claims["exp"] == .integer(issued + 1_200))
    let header = try JSONDecoder().decode(JSON.self, from: Self.base64url(parts[0]))
    #expect(header == ["alg": "ES256", "kid": "keyId00001", "typ": "JWT"])
  }

  private static func base64url(_ text: Substring) throws -> Data {
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    return try #require(Data(base64Encoded: padded))
  }

  @Test(
    "An id cannot change what is asked",
    arguments: [
      ("1?x=1", "/inApps/v1/transactions/1%3Fx%3D1"),
      ("1/finish", "/inApps/v1/transactions/1%2Ffinish"),
      ("ä", "/inApps/v1/transactions/%C3%A4"), ("1#", "/inApps/v1/transactions/1%23"),
    ])
  func encoded(id: String, path: String) async throws {
    let stub = StubTransport(200, "{}")
    let client = try TestClient(stub).client
    _ = await failure { try await client.transaction(id) }
    #expect(stub.requests.map(\.url) == ["https://api.storekit-sandbox.apple.com\(path)"])
  }

  @Test("An id that is no component of a path is never sent", arguments: ["", ".", "..", "..."])
  func invalid(id: String) async throws {
    let stub = StubTransport(200, "{}")
    let client = try TestClient(stub).client
    let error = await failure { try await client.transaction(id) }
    #expect(error?.reason == .invalidCall("an id is empty, too long or made of points only"))
    #expect(stub.requests.isEmpty)
  }

  @Test("Addresses are https, or http on this machine, and nothing else")
  func addresses() {
    // Apple's host until 2026, which keeps working.
    #expect(AppStoreAddress("https://api.storekit.itunes.apple.com") != nil)
    #expect(AppStoreAddress("http://127.0.0.1:8090/")?.url == "http://127.0.0.1:8090")
    for text in [
      "http://api.storekit.apple.com", "http://127.0.0.1.example.com", "ftp://127.0.0.1",
      "https://user@example.com", "https://example.com/path", "https://example.com?x", "",
      "https://",
    ] {
      #expect(AppStoreAddress(text) == nil, "\(text)")
    }
  }
}
