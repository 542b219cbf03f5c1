import Foundation
import HTTPService
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// A removed key is invalid at once: `store/keys.yaml` counts also in a folder that is refused.
@Suite("The keys of a refused folder")
struct RefusedFolderKeysTests {
  private static let keys = "Paywalls/store/keys.yaml"
  private static let broken = "this: is no experiment\n"
  private let app: SampleFolder
  private static let note = "keys were applied although the rest was refused"

  init() throws {
    app = try SampleFolder()
    try letIn("stolen")
  }

  private func letIn(_ key: String) throws {
    try app.folder.write(
      "keys:\n  app: { role: client, digest: \(TestServer.digest(key)) }\n", to: Self.keys)
  }

  private func server() async throws -> PaywallService {
    try await app.server(load: LoadedFolder.catalogFiles)
  }

  /// The status and the headline that `onboarding` shows to a key.
  private func shown(_ server: PaywallService, _ key: String) async throws -> [String] {
    let text = try await server.exchange("GET /v1/placements/onboarding\nX-API-Key: \(key)")
    let headline = text.firstMatch(of: /"headline":"([^"]+)"/).map { String($0.1) }
    return [String(text.prefix(3)), headline].compactMap(\.self)
  }

  @Test("are taken up at a reload, and the paywall stays as it was")
  func reload() async throws {
    let server = try await server()
    #expect(try await shown(server, "stolen") == ["200", "Unlock everything"])
    let before = server.dependencies.current.value.release
    try letIn("fresh")
    try app.folder.write(Self.broken, to: "Experiments/broken.yaml")
    try app.edit("Paywalls/standard.yaml", "Unlock everything", "Unlock more")
    #expect(await server.dependencies.reloader.reload().refusal != nil)
    #expect(try await shown(server, "stolen") == ["401"])
    #expect(try await shown(server, "fresh") == ["200", "Unlock everything"])
    #expect(server.dependencies.current.value.release == before)
    #expect(app.lines.all.count { $0.contains(Self.note) } == 1)
    #expect(!server.dependencies.current.condition.diagnostics.isEmpty)

    // The same keys again are no news.
    await server.dependencies.reloader.reload()
    #expect(app.lines.all.count { $0.contains(Self.note) } == 1)
  }

  @Test("are taken up at a start that serves the copy")
  func start() async throws {
    _ = try await server()
    try letIn("fresh")
    try app.folder.write(Self.broken, to: "Experiments/broken.yaml")
    let server = try await server()
    #expect(server.dependencies.current.condition.copiedFor != nil)
    #expect(try await shown(server, "stolen") == ["401"])
    #expect(try await shown(server, "fresh") == ["200", "Unlock everything"])
    #expect(app.lines.all.count { $0.contains(Self.note) } == 1)
  }

  @Test(
    "stay as they were when their own file has mistakes, is gone or lets nobody in",
    arguments: ["keys:\n  app: { role: client, digest: short }\n", "", "keys: {}\n", nil])
  func unusable(_ keys: String?) async throws {
    let server = try await server()
    if let keys {
      try app.folder.write(keys, to: Self.keys)
    } else {
      try app.folder.remove(Self.keys)
    }
    try app.folder.write(Self.broken, to: "Experiments/broken.yaml")
    await server.dependencies.reloader.reload()
    #expect(try await shown(server, "stolen") == ["200", "Unlock everything"])
    await server.end()
    let second = try await self.server()
    #expect(try await shown(second, "stolen") == ["200", "Unlock everything"])
    #expect(!app.lines.all.contains { $0.contains(Self.note) })
  }

  @Test("of one that contradicts the ledger are taken up, and stay after going back")
  func contradiction() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader(load: Self.withKeys)
    app.kept.keep(FrozenFolder.snapshot(seed: "7f3a9c21"))
    try app.write("00000001 running")
    _ = await reloader.reload()
    #expect(current.seed == "7f3a9c21")
    #expect(current.value.keys.caller(with: "client-key") == nil)
    #expect(current.value.keys.caller(with: "fresh") != nil)
  }

  @Test("that were accepted while the ledger was away stay after going back")
  func goingBack() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader(
      now: "2026-11-30T12:00:00Z", load: Self.withKeys)
    app.kept.goAway()
    try app.write("00000001 running")
    _ = await reloader.reload()
    #expect(current.seed == "00000001")
    app.kept.keep(FrozenFolder.snapshot(seed: "7f3a9c21"))
    await reloader.look()
    #expect(current.seed == "7f3a9c21")
    #expect(current.value.keys.caller(with: "client-key") == nil)
    #expect(current.value.keys.caller(with: "fresh") != nil)
  }

  /// The other seed comes with another key.
  private static let withKeys: FolderLoader = { folder in
    var snapshot = FrozenFolder.load(folder).snapshot
    if snapshot?.experiments["annual-trial"]?.seed == "00000001" {
      snapshot?.keys = [APIKey(name: "app", role: .client, digest: TestServer.digest("fresh"))]
    }
    return LoadedFolder(snapshot: snapshot)
  }
}
