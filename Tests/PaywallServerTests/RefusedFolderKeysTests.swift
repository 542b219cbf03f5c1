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
  private static let files = [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890
    environments: [production]
    locales: [en]
    """,
    "Paywalls/store/products.yaml": """
    groups: {}
    products:
      coins_100: { type: consumable }
    """,
    "Paywalls/targeting/placements.yaml": """
    placements:
      shop:
        default: coins
    fallback: coins
    """,
    "Paywalls/coins.yaml": """
    products: [coins_100]
    content:
      headline: Coins
    """,
  ]
  private static let broken = "this: is no experiment\n"
  private let folder: TemporaryFolder
  private let lines = LogLines()
  private static let note = "keys were applied although the rest was refused"

  init() throws {
    folder = try TemporaryFolder()
    for (file, text) in Self.files { try folder.write(text, to: file) }
    try letIn("stolen")
  }

  private func letIn(_ key: String) throws {
    try folder.write(
      "keys:\n  app: { role: client, digest: \(TestServer.digest(key)) }\n",
      to: "Paywalls/store/keys.yaml")
  }

  private func server() async throws -> PaywallService {
    var settings = Settings.patient
    settings.config = folder.path
    settings.stateDirectory = folder.path + "/.paywall"
    return try await PaywallService(
      settings, load: LoadedFolder.catalogFiles,
      logger: lines.logger(.info, .json), now: { time("2026-12-05T12:00:00Z") })
  }

  /// The status and the headline that `shop` shows to a key.
  private func shop(_ server: PaywallService, _ key: String) async throws -> [String] {
    let text = try await server.exchange("GET /v1/placements/shop\nX-API-Key: \(key)")
    let headline = text.firstMatch(of: /"headline":"([^"]+)"/).map { String($0.1) }
    return [String(text.prefix(3)), headline].compactMap(\.self)
  }

  @Test("are taken up at a reload, and the paywall stays as it was")
  func reload() async throws {
    let server = try await server()
    #expect(try await shop(server, "stolen") == ["200", "Coins"])
    let before = server.dependencies.current.value.release
    try letIn("fresh")
    try folder.write(Self.broken, to: "Experiments/broken.yaml")
    try folder.write(
      (Self.files["Paywalls/coins.yaml"] ?? "").replacing("Coins", with: "More coins"),
      to: "Paywalls/coins.yaml")
    #expect(await server.dependencies.reloader.reload().refusal != nil)
    #expect(try await shop(server, "stolen") == ["401"])
    #expect(try await shop(server, "fresh") == ["200", "Coins"])
    #expect(server.dependencies.current.value.release == before)
    #expect(lines.all.count { $0.contains(Self.note) } == 1)
    #expect(!server.dependencies.current.condition.diagnostics.isEmpty)

    // The same keys again are no news.
    await server.dependencies.reloader.reload()
    #expect(lines.all.count { $0.contains(Self.note) } == 1)
  }

  @Test("are taken up at a start that serves the copy")
  func start() async throws {
    _ = try await server()
    try letIn("fresh")
    try folder.write(Self.broken, to: "Experiments/broken.yaml")
    let server = try await server()
    #expect(server.dependencies.current.condition.copiedFor != nil)
    #expect(try await shop(server, "stolen") == ["401"])
    #expect(try await shop(server, "fresh") == ["200", "Coins"])
    #expect(lines.all.count { $0.contains(Self.note) } == 1)
  }

  @Test(
    "stay as they were when their own file has mistakes, is gone or lets nobody in",
    arguments: ["keys:\n  app: { role: client, digest: short }\n", "", "keys: {}\n", nil])
  func unusable(_ keys: String?) async throws {
    let server = try await server()
    let path = folder.path + "/Paywalls/store/keys.yaml"
    if let keys {
      try folder.write(keys, to: "Paywalls/store/keys.yaml")
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    try folder.write(Self.broken, to: "Experiments/broken.yaml")
    await server.dependencies.reloader.reload()
    #expect(try await shop(server, "stolen") == ["200", "Coins"])
    await server.end()
    let second = try await self.server()
    #expect(try await shop(second, "stolen") == ["200", "Coins"])
    #expect(!lines.all.contains { $0.contains(Self.note) })
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
