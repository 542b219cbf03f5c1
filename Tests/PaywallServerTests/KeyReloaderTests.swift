import AppStoreFixtures
import BundleWriting
import Crypto
import Foundation
import OfferSigning
import PaywallBundles
import PaywallServer
import Testing

@Suite("Keys that are read again")
struct KeyReloaderTests {
  private let folder: TemporaryFolder
  private let app: AppFolder

  init() throws {
    app = try AppFolder(showing: "lite")
    folder = app.folder
  }

  private func write(_ key: P256.Signing.PrivateKey) throws {
    try write(key.pemRepresentation)
  }

  private func write(_ text: String) throws {
    try folder.write(text, to: "AuthKey.p8")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path + "/AuthKey.p8")
  }

  private func server() async throws -> PaywallService {
    try await app.server {
      $0.offerKeys = [OfferKeyFile(path: folder.path + "/AuthKey.p8", keyId: "KEY0000001")]
    }
  }

  private func publicKey(of server: PaywallService) -> [UInt8]? {
    server.dependencies.signer?.keys.signing.verificationKey.publicKeyDER
  }

  @Test("a new offer key signs once its file is stable, and at once on SIGHUP")
  func offerKey() async throws {
    let keys = (0..<3).map { _ in P256.Signing.PrivateKey() }
    try write(keys[0])
    let server = try await server()
    #expect(publicKey(of: server) == Array(keys[0].publicKey.derRepresentation))
    try write(keys[1])
    await server.dependencies.keys.look()
    #expect(publicKey(of: server) == Array(keys[0].publicKey.derRepresentation))
    await server.dependencies.keys.look()
    #expect(publicKey(of: server) == Array(keys[1].publicKey.derRepresentation))
    #expect(app.lines.all.contains { $0.contains("the offer key was read again") })
    try write(keys[2])
    await server.dependencies.keys.reload()
    #expect(publicKey(of: server) == Array(keys[2].publicKey.derRepresentation))
  }

  @Test("a broken one changes nothing, and the log says why", arguments: ["", "no key", nil])
  func broken(_ text: String?) async throws {
    let key = P256.Signing.PrivateKey()
    try write(key)
    let server = try await server()
    if let text { try write(text) } else { try folder.remove("AuthKey.p8") }
    await server.dependencies.keys.look()
    await server.dependencies.keys.look()
    #expect(publicKey(of: server) == Array(key.publicKey.derRepresentation))
    #expect(
      app.lines.all.contains {
        $0.contains("the new offer key cannot be used; the one before stays")
          && $0.contains("AuthKey.p8") && $0.contains(#""reason""#)
      })
  }

  @Test("the first start reads nothing again, though it makes the secret of previews")
  func firstStart() async throws {
    let server = try await app.server()
    #expect(FileManager.default.fileExists(atPath: folder.path + "/.paywall/preview.key"))
    for _ in 0..<3 { await server.dependencies.keys.look() }
    #expect(!app.lines.all.contains { $0.contains("was read again") })
  }

  @Test(
    "on SIGHUP the secret of previews is read again if it changed, and otherwise nothing is said")
  func previewSecret() async throws {
    let server = try await app.server()
    func said() -> Int {
      app.lines.all.count { $0.contains("the secret of previews was read again") }
    }
    await server.dependencies.keys.reload()
    #expect(said() == 0)
    try Data(repeating: 7, count: 32).write(
      to: URL(filePath: folder.path + "/.paywall/preview.key"))
    await server.dependencies.keys.reload()
    #expect(said() == 1)
  }

  @Test("a new bundle key and its certificate sign once their files are stable")
  func bundleKey() async throws {
    let (root, keys) = (
      BundlePrivateKey.generated(), (0..<2).map { _ in BundlePrivateKey.generated() }
    )
    func write(_ key: BundlePrivateKey) throws -> String {
      let publicKey = try #require(key.publicKey)
      let certificate = try #require(
        BundleCertificate.issue(
          for: publicKey, by: root, bundleId: nil,
          issued: time("2026-12-01T00:00:00Z"), expires: time("2027-12-01T00:00:00Z")))
      for (name, text) in [("bundle.pem", key.pem), ("bundle.cert", certificate.text + "\n")] {
        try folder.write(text, to: name)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/\(name)")
      }
      return certificate.text
    }
    let first = try write(keys[0])
    let server = try await app.server {
      $0.bundleKey = folder.path + "/bundle.pem"
      $0.bundleCertificate = folder.path + "/bundle.cert"
    }
    func served() async throws -> String? {
      try await TestServer.Reply(server.exchange("GET /v1/bundle\nX-API-Key: client-key"))
        .body["certificate"]?.string
    }
    #expect(try await served() == first)
    let second = try write(keys[1])
    await server.dependencies.keys.look()
    #expect(try await served() == first)
    await server.dependencies.keys.look()
    #expect(try await served() == second)
    #expect(app.lines.all.contains { $0.contains("the bundle key was read again") })
  }

  @Test("previews of another secret end, those of the new one are good, a corrupt one is not used")
  func previews() async throws {
    let server = try await app.serverWithExperiment()
    func status(_ token: String) async throws -> Int {
      try await TestServer.Reply(
        server.exchange(
          "GET /v1/placements/onboarding?preview=\(token)\nX-API-Key: client-key")
      ).status
    }
    func token() async throws -> String {
      let reply = try await TestServer.Reply(
        server.exchange(
          "POST /v1/previews\nX-API-Key: admin-key\n\n{\"placement\":\"onboarding\",\"variant\":\"trial\"}"
        ))
      return try #require(reply.body["token"]?.string, "\(reply)")
    }
    let first = try await token()
    #expect(try await status(first) == 200)
    try folder.write(String(repeating: "x", count: 31), to: ".paywall/preview.key")
    await server.dependencies.keys.reload()
    #expect(try await status(first) == 200)
    try folder.write(String(repeating: "x", count: 32), to: ".paywall/preview.key")
    await server.dependencies.keys.reload()
    #expect(try await status(first) == 422)
    #expect(try await status(token()) == 200)
  }
}
