import Foundation
import HTTPService
import Logging
import PaywallServer
import Testing

@Suite("A folder of YAML")
struct CatalogFolderTests {
  private static let files = [
    "store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890
    environments: [production]
    locales: [en]
    """,
    "store/products.yaml": """
    groups: {}
    products:
      coins_100: { type: consumable }
    """,
    "targeting/placements.yaml": """
    placements:
      shop:
        default: coins
    fallback: coins
    """,
    "coins.yaml": """
    products:
      - coins_100
    content:
      headline: Coins
    """,
  ]

  @Test("is served, reloaded, and served from its copy when it has mistakes")
  func life() async throws {
    let folder = try TemporaryFolder()
    for (file, text) in Self.files { try folder.write(text, to: "Paywalls/\(file)") }
    let lines = LogLines()
    func server() async throws -> PaywallService {
      var settings = Settings.patient
      settings.config = folder.path
      settings.stateDirectory = folder.path + "/.paywall"
      return try await PaywallService(
        settings, load: LoadedFolder.catalogFiles,
        logger: lines.logger(.info, .json), now: { time("2026-12-05T12:00:00Z") })
    }
    let first = try await server()
    #expect(try await headline(first) == "Coins")
    try folder.write(
      (Self.files["coins.yaml"] ?? "").replacing("Coins", with: "More coins"),
      to: "Paywalls/coins.yaml")
    await first.dependencies.reloader.look()
    await first.dependencies.reloader.look()
    #expect(try await headline(first) == "More coins")

    await first.end()
    try folder.write("products: [coins_200]\n", to: "Paywalls/coins.yaml")
    await first.dependencies.reloader.look()
    await first.dependencies.reloader.look()
    #expect(try await headline(first) == "More coins")
    #expect(lines.all.contains { $0.contains("Paywalls/coins.yaml:1:12: error: ") })

    let second = try await server()
    #expect(try await headline(second) == "More coins")
    #expect(try await second.exchange("GET /health/ready").contains(#""status":"degraded""#))
  }

  private func headline(_ service: PaywallService) async throws -> String? {
    try await service.exchange("GET /v1/placements/shop")
      .firstMatch(of: /"headline":"([^"]+)"/).map { String($0.1) }
  }
}
