import Foundation
import Testing

@testable import LedgerPostgres

/// postgresql.org/docs/15/libpq-ssl.html: the values of `sslmode`, from the least to the most.
@Suite("What TLS a database is asked with")
struct PostgresAddressTests {
  private func mode(_ text: String, _ environment: [String: String] = [:]) throws -> String? {
    try PostgresAddress(text, environment: environment).parameters
      .first { $0.name == "sslmode" }?.value
  }

  @Test("on this machine TLS is preferred, elsewhere demanded with its name")
  func usual() throws {
    #expect(try mode("postgres://localhost/a") == "prefer")
    #expect(try mode("postgres://db.example.com/a") == "verify-full")
    #expect(try mode("postgres:///a", ["PGHOST": "db.example.com"]) == "verify-full")
    #expect(try mode("postgres://localhost/a?sslmode=disable") == "disable")
  }

  @Test("what a variable demands is the least, and what the address demands too")
  func variable() throws {
    for (variable, given, expected) in [
      ("require", "", "require"), ("verify-ca", "", "verify-ca"), ("disable", "", "prefer"),
      ("require", "?sslmode=prefer", "require"), ("require", "?sslmode=disable", "require"),
      ("prefer", "?sslmode=verify-full", "verify-full"), ("", "", "prefer"),
      ("nonsense", "", "nonsense"),
    ] {
      #expect(try mode("postgres://localhost/a\(given)", ["PGSSLMODE": variable]) == expected)
    }
    #expect(try mode("postgres://localhost/a", ["PGREQUIRESSL": "1"]) == "require")
    #expect(
      try mode("postgres://db.example.com/a", ["PGSSLMODE": "require"]) == "verify-full")
  }

  @Test("what a service demands is the least, whoever names the service")
  func service() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "services").path
    let text = """
      # of the team
      [other]
      sslmode=disable
      [ledger]
      host=localhost
      sslmode=require
      [plain]
      host=localhost
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    let environment = ["PGSERVICEFILE": file]
    #expect(try mode("postgres:///a?service=ledger", environment) == "require")
    #expect(try mode("postgres:///a?service=ledger&sslmode=prefer", environment) == "require")
    #expect(try mode("postgres:///a?service=plain", environment) == nil)
    #expect(
      try mode("postgres:///a", environment.merging(["PGSERVICE": "ledger"]) { $1 }) == "require")
    #expect(
      try mode(
        "postgres:///a?service=plain", environment.merging(["PGSSLMODE": "require"]) { $1 })
        == "require")
  }
}
