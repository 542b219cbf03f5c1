import Foundation
import HTTPService
import Logging
import PaywallServer
import Testing

@Suite("A folder of YAML")
struct CatalogFolderTests {
  @Test("is served, reloaded, and served from its copy when it has mistakes")
  func life() async throws {
    let app = try SampleFolder()
    try app.folder.remove("Paywalls/store/keys.yaml")
    func server() async throws -> PaywallService {
      try await app.server(load: LoadedFolder.catalogFiles)
    }
    let first = try await server()
    #expect(try await headline(first) == "Unlock everything")
    try app.edit("Paywalls/standard.yaml", "Unlock everything", "Unlock more")
    await first.dependencies.reloader.look()
    await first.dependencies.reloader.look()
    #expect(try await headline(first) == "Unlock more")

    await first.end()
    try app.folder.write("products: [coins_200]\n", to: "Paywalls/standard.yaml")
    await first.dependencies.reloader.look()
    await first.dependencies.reloader.look()
    #expect(try await headline(first) == "Unlock more")
    #expect(app.lines.all.contains { $0.contains("Paywalls/standard.yaml:1:12: error: ") })

    let second = try await server()
    #expect(try await headline(second) == "Unlock more")
    #expect(try await second.exchange("GET /health/ready").contains(#""status":"degraded""#))
  }

  private func headline(_ service: PaywallService) async throws -> String? {
    try await service.exchange("GET /v1/placements/onboarding")
      .firstMatch(of: /"headline":"([^"]+)"/).map { String($0.1) }
  }
}
