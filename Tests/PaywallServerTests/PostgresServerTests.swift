import PaywallServer
import TestSupport
import Testing

@Suite("Servers on PostgreSQL", .enabled(if: PostgresCluster.isInstalled))
struct PostgresServerTests {
  @Test("several share a ledger, each with a state folder of its own")
  func several() async throws {
    let address = try PostgresCluster.shared.get().address()
    let (one, other) = (try AppFolder(showing: "standard"), try AppFolder(showing: "standard"))
    let first = try await one.server { $0.ledger = address }
    let second = try await other.server { $0.ledger = address }
    for server in [first, second] {
      #expect(try await server.shown() == "standard")
      let readiness = try await server.exchange("GET /health/ready")
      #expect(!readiness.contains("ledgerUnavailable"), "\(readiness)")
    }
    withExtendedLifetime((first, second)) {}
  }

  @Test("one that cannot reach its database serves paywalls, and says so")
  func away() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server { $0.ledger = "postgres://ada@/paywall?host=/nowhere" }
    #expect(try await server.shown() == "standard")
    try await server.exchange("GET /health/ready").expect(has: #""code":"ledgerUnavailable""#)
  }

  @Test("a password in the address is refused, and not repeated")
  func password() throws {
    let error = #expect(throws: SettingsError.self) {
      try Settings.read(
        flags: [:], environment: ["PAYWALL_LEDGER": "postgres://ada:secret@db/paywall"])
    }
    let text = "\(try #require(error))"
    #expect(text.contains("PGPASSWORD") && !text.contains("secret"), "\(text)")
  }
}
