import AsyncHTTPClient
import Crypto
import Foundation
import LocalAppStore
import LocalAppStoreServer
import NIOCore
import NIOHTTP1
import PaywallCatalog
import PaywallTextCoding
import Testing

/// The real time of the tests: 2026-11-24 00:00 UTC, in seconds.
let apiNow: Int64 = 1_795_478_400

/// Signs as Apple's libraries do.
struct APISigner: Sendable {
  let key = P256.Signing.PrivateKey()

  var apiKey: ServerAPIKey {
    ServerAPIKey(id: "K123456789", issuerId: "I", publicKey: key.publicKey)
  }

  static let header = #"{"alg":"ES256","kid":"K123456789","typ":"JWT"}"#

  static func claims(exp: Int64 = apiNow + 300, _ more: String = "") -> String {
    #"{"bid":"com.example.lumen","iss":"I","aud":"appstoreconnect-v1","exp":\#(exp)\#(more)}"#
  }

  func token(_ header: String = header, _ claims: String = claims()) throws -> String {
    let text = [header, claims].map { Base64.encode(Array($0.utf8), .url) }.joined(separator: ".")
    let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
    return "\(text).\(Base64.encode(Array(signature), .url))"
  }
}

/// The answer to one call.
struct APIAnswer {
  var status: UInt
  var headers: HTTPHeaders
  var body: String

  /// Code and message of an error.
  var failure: String? {
    guard let object = try? members, let code = object["errorCode"] as? Int else { return nil }
    return "\(code) \(object["errorMessage"] ?? "")"
  }

  var members: [String: Any] {
    get throws {
      try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }
  }

  /// The claims of signed texts.
  func payloads(_ name: String) throws -> [[String: Any]] {
    let texts = try members[name] as? [String] ?? [try #require(members[name] as? String)]
    return try texts.map(Self.payload)
  }

  static func payload(_ text: String) throws -> [String: Any] {
    let part = try #require(text.split(separator: ".").dropFirst().first)
    let bytes = try #require(Base64.decode(String(part), .url))
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }
}

/// A served world, and a client of Apple's API for it.
struct APIWorld: Sendable {
  let store: StoreService
  let signer: APISigner
  let client: HTTPClient
  let url: String

  func call(
    _ method: HTTPMethod, _ path: String, _ body: String? = nil, token: String? = nil
  ) async throws -> APIAnswer {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    request.headers.add(name: "Authorization", value: "Bearer \(try token ?? signer.token())")
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: .seconds(600))
    let bytes = try await response.body.collect(upTo: 10_000_000)
    return APIAnswer(
      status: response.status.code, headers: response.headers, body: String(buffer: bytes))
  }

  /// The ids of ada's transactions of a product.
  func ids(_ product: String) async throws -> [String] {
    let card = try await store.customer("ada")
    let all = card.subscriptions.flatMap(\.transactions) + card.purchases
    return all.filter { $0.product == product }.map(\.id)
  }

  /// Serves a world of the example app.
  static func with(
    _ environment: WorldSettings.Environment = .sandbox, limits: Double = 0,
    result: DeliveryQueue.Result? = .success,
    host: String = "127.0.0.1", storeToken: String? = nil,
    _ use: @escaping @Sendable (APIWorld) async throws -> Void
  ) async throws {
    var post: NotificationPost?
    if let result { post = { _ in result } }
    let store = try exampleStore(environment, post: post)
    let signer = APISigner()
    let api = ServerAPI(
      signer.apiKey, bundleId: "com.example.lumen", isSandbox: environment == .sandbox,
      limits: limits, now: { Timestamp(milliseconds: apiNow * 1_000) })
    try await serving(store, host: host, token: storeToken, serverAPI: api) { client, url in
      try await use(APIWorld(store: store, signer: signer, client: client, url: url))
    }
  }
}
