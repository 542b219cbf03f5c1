import Ledger
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("Endpoints at the start of a server")
struct WebhookStartTests {
  @Test("the ledger has them before the first request, and without them it has none")
  func known() async throws {
    let url = try WebhookURL("https://backend.example/hooks")
    for endpoints in [[], [WebhookEndpoint(name: "backend", url: url, secrets: [])]] {
      // Nothing of the server runs yet.
      let server = try await AppFolder(showing: "lite").server(load: { folder in
        var loaded = AppFolder.load(folder)
        loaded.snapshot?.webhooks = endpoints
        return loaded
      })
      let known = try await server.dependencies.ledger.webhookReceivers()
      #expect(known.filter(\.isActive).map(\.name) == endpoints.map(\.name))
      await server.end()
    }
  }
}
