import ExperimentResults
import HTTPDocuments
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Results over HTTP")
struct ResultsTests {
  private func testServer(_ ledger: any Ledger = SQLiteLedger.inMemory()) -> TestServer {
    var server = TestServer(keys: TestServer.allKeys)
    server.ledger = ledger
    return server
  }

  private static let path = "/v1/experiments/annual-trial/results"

  private func status(_ request: String, _ server: TestServer) async throws -> String {
    String(try await server.exchange(request).prefix(3))
  }

  @Test func countryIsAskedForAsStorefront() throws {
    for (word, dimension) in [("country", ResultDimension.storefront), ("new", .new)] {
      let question = try ResultsQuestion(
        "annual-trial", query: PageForm("by=\(word)".utf8), usual: .production)
      #expect(question.dimension == dimension)
    }
  }

  @Test("an admin's key reads the verdict, and no other key does")
  func json() async throws {
    let server = testServer()
    try await server.exchange("GET \(Self.path)\nX-API-Key: admin-key").expect(
      200, #""decision":"wait""#, "cache-control: no-store")
    for key in ["client-key", "server-key"] {
      #expect(try await status("GET \(Self.path)\nX-API-Key: \(key)", server) == "403")
    }
    #expect(try await status("GET \(Self.path)", server) == "401")
  }

  @Test(
    "a question that cannot be answered says why",
    arguments: [
      ("\(path)?phase=0", "400", "malformedQuery"), ("\(path)?by=moon", "400", "malformedQuery"),
      ("\(path)?phase=2", "400", "malformedQuery"),
      ("\(path)?asOf=soon", "400", "malformedQuery"), ("\(path)?x=1", "400", "malformedQuery"),
      ("\(path)?environment=mars", "400", "wrongType"),
      ("/v1/experiments/none/results", "422", "unknownExperiment"),
      ("/v1/experiments/%ff/results", "400", "malformedPath"),
    ])
  func mistakes(path: String, status: String, code: String) async throws {
    let answer = try await testServer().exchange("GET \(path)\nX-API-Key: admin-key")
    #expect(answer.hasPrefix(status))
    #expect(answer.contains(#""code":"\#(code)""#))
  }

  @Test("a look back, a dimension, an environment and a phase are understood")
  func question() async throws {
    try await testServer().exchange(
      "GET \(Self.path)?asOf=2026-11-20&by=storefront&environment=sandbox&phase=1\nX-API-Key: admin-key"
    ).expect(200, #""asOf":"2026-11-20T00:00:00Z""#, #""environment":"sandbox""#)
  }
}
