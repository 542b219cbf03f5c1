import Crypto
import Foundation
import LocalAppStoreServer
import NIOHTTP1
import TestSupport
import Testing

/// The callers that Apple's paths answer.
struct AuthorizationTests {
  private static let path = "/inApps/v1/notifications/test"

  @Test("A right token opens the paths, as Apple's libraries and servers write it")
  func right() async throws {
    try await APIWorld.with { api in
      for claims in [
        APISigner.claims(), APISigner.claims(exp: apiNow + 3_600),
        APISigner.claims(exp: apiNow + 3_600, #","iat":\#(apiNow)"#),
        APISigner.claims(exp: apiNow + 1, #","iat":\#(apiNow - 3_599)"#),
      ] {
        let token = try api.signer.token(APISigner.header, claims)
        #expect(try await api.call(.POST, Self.path, token: token).status == 200, "\(claims)")
      }
    }
  }

  @Test("Any wrong part of a token is a bare 401, which says nothing")
  func wrong() async throws {
    try await APIWorld.with { api in
      let right = APISigner.claims()
      let signer = api.signer
      var tokens = [
        "", "x", "a.b.c", try APISigner().token(),
        try signer.token(APISigner.header.replacing("ES256", with: "none")),
        try signer.token(APISigner.header.replacing("K123456789", with: "K")),
      ]
      for (part, other) in [
        (#""iss":"I""#, #""iss":"J""#), ("appstoreconnect-v1", "appstoreconnect-v2"),
        ("com.example.lumen", "com.example.other"), (#""bid""#, #""bundle""#),
        ("\(apiNow + 300)", "\(apiNow)"), ("\(apiNow + 300)", "\(apiNow + 3_661)"),
        ("\(apiNow + 300)", #"\#(apiNow + 300),"iat":\#(apiNow + 61)"#),
        ("\(apiNow + 300)", #"\#(apiNow + 300),"iat":\#(apiNow - 3_301)"#),
        ("\(apiNow + 300)", #"\#(Int64.max),"iat":\#(Int64.min)"#),
      ] {
        #expect(right.contains(part))
        tokens.append(try signer.token(APISigner.header, right.replacing(part, with: other)))
      }
      let unsigned = try signer.token().split(separator: ".").prefix(2).joined(separator: ".")
      tokens += [unsigned, unsigned + ".", unsigned + ".AAAA"]
      for token in tokens {
        let answer = try await api.call(.POST, Self.path, token: token)
        #expect(answer.status == 401, "\(token)")
        #expect(answer.body.isEmpty)
        #expect(answer.headers["Content-Type"].isEmpty)
      }
      let bare = try await ask(api.client, api.url + "/inApps/v1/notifications/test", "")
      #expect(bare.status == 401)
      #expect(await api.store.notifications(of: nil).notifications.isEmpty)
    }
  }

  @Test("With a token of the store Apple's clients bring none, and theirs opens nothing else")
  func withStoreToken() async throws {
    try await APIWorld.with(host: "0.0.0.0", storeToken: "0123456789abcdef") { api in
      #expect(try await api.call(.POST, Self.path).status == 200)
      for path in ["/v1/customers", "/inApps", "/inAppsX/v1", "/x/inApps/v1/history/1"] {
        #expect(try await api.call(.GET, path).status == 401, "\(path)")
      }
      let own = [("Authorization", "Bearer 0123456789abcdef")]
      #expect(try await ask(api.client, "\(api.url)/v1/customers", nil, own).status == 200)
      let other = try await ask(api.client, "\(api.url)\(Self.path)", "", own)
      #expect(other.status == 401)
      // Dots do not lead from Apple's paths to the others.
      for path in [
        "/inApps/../v1/customers", "/inApps/%2e%2e/v1/customers", "/inApps//v1/customers",
      ] {
        #expect(try await api.call(.GET, path).status == 404, "\(path)")
      }
    }
  }

  @Test("A page of another site gets nothing, even with a right token")
  func pages() async throws {
    try await APIWorld.with { api in
      let token = [("Authorization", "Bearer \(try api.signer.token())")]
      for header in [("Origin", "http://evil.example"), ("Host", "evil.example")] {
        let answer = try await ask(api.client, api.url + Self.path, "", token + [header])
        #expect(answer.status == 403)
      }
    }
  }

  @Test("The key of a folder stays, only its owner reads it, and its ids follow from it")
  func kept() async throws {
    try await withTemporaryFolder { folder in
      let key = try KeptServerAPIKey.load(folder)
      #expect(try KeptServerAPIKey.load(folder).rawRepresentation == key.rawRepresentation)
      let path = KeptServerAPIKey.path(folder)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let named = ServerAPIKey(naming: key.publicKey)
      #expect(named.id.wholeMatch(of: /[0-9A-F]{10}/) != nil)
      #expect(UUID(uuidString: named.issuerId) != nil)
      #expect(ServerAPIKey(naming: key.publicKey).id == named.id)
      #expect(ServerAPIKey(naming: P256.Signing.PrivateKey().publicKey).id != named.id)
      try Data("x".utf8).write(to: URL(filePath: path))
      #expect(throws: KeptChainError.self) { try KeptServerAPIKey.load(folder) }
    }
  }
}
