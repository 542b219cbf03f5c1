import AsyncHTTPClient
import Foundation
import LocalAppStore
import LocalAppStoreServer
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// Access to the store: programs of this machine have it, and others with the token.
struct AccessTests {
  private static let ada = #"{"id":"ada"}"#

  @Test(
    "A page of another site cannot change anything, and reads nothing",
    arguments: [
      ("Origin", "http://evil.example", "foreignOrigin"),
      ("Origin", "null", "foreignOrigin"),
      ("Sec-Fetch-Site", "cross-site", "foreignOrigin"),
      ("Sec-Fetch-Site", "same-site", "foreignOrigin"),
      ("Host", "evil.example", "foreignHost"),
      ("Host", "127.0.0.1.evil.example", "foreignHost"),
      ("Content-Type", "text/plain", "unsupportedMediaType"),
      ("Content-Type", "application/x-www-form-urlencoded", "unsupportedMediaType"),
    ])
  func pages(header: String, value: String, code: String) async throws {
    let store = try exampleStore()
    try await serving(store) { client, url in
      let refused = try await ask(
        client, "\(url)/v1/customer", Self.ada, asJSON + [(header, value)])
      #expect(refused.body.contains("\"code\":\"\(code)\""), "\(refused)")
      if header != "Content-Type" {
        let read = try await ask(client, "\(url)/v1/customers", nil, [(header, value)])
        #expect(read.status == 403)
      }
      #expect(try await store.customers().customers.isEmpty)
      let own = try await ask(
        client, "\(url)/v1/customer", Self.ada,
        asJSON + [("Origin", url), ("Sec-Fetch-Site", "same-origin")])
      #expect(own.status == 200, "\(own)")
    }
  }

  @Test("An address that others can reach needs a token, and every request then brings it")
  func token() async throws {
    #expect(throws: StoreAccessError.noToken("0.0.0.0")) {
      try StoreAccess(host: "0.0.0.0", token: nil)
    }
    #expect(throws: StoreAccessError.shortToken) {
      try StoreAccess(host: "0.0.0.0", token: "short")
    }
    try await serving(try exampleStore(), host: "0.0.0.0", token: "0123456789abcdef") {
      client, url in
      for given in [nil, "Bearer 0123456789abcdeg", "0123456789abcdef"] {
        let headers = asJSON + (given.map { [("Authorization", $0)] } ?? [])
        let refused = try await ask(client, "\(url)/v1/customer", Self.ada, headers)
        #expect(refused.status == 401)
      }
      let named = [("Authorization", "Bearer 0123456789abcdef"), ("Host", "appstore:8090")]
      #expect(try await ask(client, "\(url)/v1/customer", Self.ada, asJSON + named).status == 200)
      #expect(try await ask(client, "\(url)/root.cer").status == 200)
    }
  }

  @Test(
    "What is wrong with a request is named",
    arguments: [
      ("customer", #"{"id":""}"#, 400, "wrongType"),
      ("customer", #"{"id":"a\u0000"}"#, 400, "wrongType"),
      ("customer", #"{"id":"ada","age":3}"#, 400, "unknownMember"),
      ("customer", #"{"id":"ada","id":"bob"}"#, 400, "malformedJSON"),
      ("customer", #"{"id":"ada","storefront":"../etc"}"#, 400, "wrongType"),
      ("buy", #"{"product":"pro_monthly","customer":"eve"}"#, 404, "unknownCustomer"),
      ("buy", #"{"product":"p","customer":"eve","billingPlan":"YEARLY"}"#, 400, "wrongType"),
      ("card", #"{"customer":"eve"}"#, 400, "missingMember"),
      ("share", #"{"product":"pro_yearly","customer":"eve"}"#, 400, "missingMember"),
      ("price", #"{"product":"pro_yearly","price":-1}"#, 400, "wrongType"),
      ("price", #"{"product":"pro_yearly","price":1000000000000000}"#, 400, "wrongType"),
      ("price", #"{"product":"pro_yearly","price":1.5}"#, 400, "wrongType"),
      ("monthly-plan", #"{"product":"pro_monthly","price":990}"#, 409, "notYearly"),
      ("join-family", #"{"customer":"eve","organizer":"bob"}"#, 404, "unknownCustomer"),
      ("account-token", #"{"transaction":"1","appAccountToken":"x"}"#, 409, "invalidAccountToken"),
      ("advance", #"{"by":"P100Y"}"#, 409, "endOfTime"),
      ("advance", #"{"by":"soon"}"#, 400, "wrongType"),
      ("rate", #"{"rate":-1}"#, 400, "wrongType"),
      ("offer-key", #"{"id":"K","publicKey":"x"}"#, 400, "badOfferKey"),
      ("nothing", "{}", 404, "notFound"),
      ("../v1/advance", "{}", 404, "notFound"),
    ])
  func mistakes(path: String, body: String, status: UInt, code: String) async throws {
    try await serving(try exampleStore()) { client, url in
      let answer = try await ask(client, "\(url)/v1/\(path)", body, asJSON)
      #expect(answer.status == status, "\(answer)")
      #expect(answer.body.contains("\"code\":\"\(code)\""), "\(answer)")
    }
  }

  @Test("HEAD is answered like GET, and another method is told which the path takes")
  func methods() async throws {
    try await serving(try exampleStore()) { client, url in
      for (method, path, status) in [
        (HTTPMethod.HEAD, "v1/clock", 200), (.POST, "v1/clock", 405), (.GET, "v1/buy", 405),
      ] {
        var request = HTTPClientRequest(url: "\(url)/\(path)")
        request.method = method
        let response = try await client.execute(request, timeout: .seconds(600))
        #expect(response.status.code == status, "\(method) \(path)")
        let allow = path == "v1/buy" ? "POST" : "GET, HEAD"
        #expect(response.headers.first(name: "Allow") == (status == 405 ? allow : nil))
      }
    }
  }

  @Test("A body of more than 64 KiB is refused")
  func large() async throws {
    try await serving(try exampleStore()) { client, url in
      let name = String(repeating: "a", count: 70_000)
      let answer = try await ask(client, "\(url)/v1/customer", #"{"id":"\#(name)"}"#, asJSON)
      #expect(answer.status == 413)
    }
  }

  @Test("The root stays over restarts, only its owner reads the key, and no damage is papered over")
  func keptRoot() async throws {
    try await withTemporaryFolder { folder in
      let first = try KeptChain.load(folder)
      #expect(try KeptChain.load(folder).rootDER == first.rootDER)
      let path = "\(folder)/local-app-store.pem"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.components(separatedBy: "PRIVATE KEY-----\n").count == 3)
      try text.replacing(
        "-----BEGIN CERTIFICATE-----", with: "-----BEGIN X-----", maxReplacements: 1
      )
      .write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: KeptChainError.self) { try KeptChain.load(folder) }
    }
  }
}
