import Foundation
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

@Suite("PostgreSQL") struct PostgresTests {
  @Test("Tests that need PostgreSQL run, or say that they were left out")
  func installed() {
    guard !PostgresCluster.isInstalled else { return }
    if PostgresCluster.isRequired {
      Issue.record("PostgreSQL is not installed: its tests were left out")
    } else {
      print("PostgreSQL is not installed: its tests were left out")
    }
  }

  @Test("A password in the address is refused, wherever it stands")
  func password() {
    for text in [
      "postgres://ada:secret@db/paywall", "postgres://db/paywall?password=secret",
      "postgres://db/paywall?user=ada&sslpassword=x",
    ] {
      #expect(throws: PostgresAddressError.password) { try PostgresAddress(text) }
    }
    #expect(
      PostgresAddressError.password.description
        == "it contains a password, which process lists and logs would show: put it in PGPASSWORD, in"
        + " the file that PGPASSFILE names, or in a service file")
  }

  @Test(
    "The server's certificate is verified, unless the server is this machine",
    arguments: [
      ("postgres://ada@db.example.com:6432/paywall", "verify-full"),
      ("postgres://ada@10.0.0.7/paywall", "verify-full"),
      ("postgres://localhost.example.com/paywall", "verify-full"),
      ("postgres://localhost/paywall", "prefer"), ("postgres://127.0.0.1/paywall", "prefer"),
      ("postgres://[::1]/paywall", "prefer"), ("postgres:///paywall?host=/run/pg", "prefer"),
      ("postgres:///paywall?host=/run/pg,db.example.com", "verify-full"),
      ("postgres://localhost/paywall?hostaddr=10.0.0.7", "verify-full"),
      ("postgres://db/paywall?sslmode=require", "require"),
    ])
  func certificate(text: String, mode: String) throws {
    let address = try PostgresAddress(text)
    #expect(address.parameters.first { $0.name == "sslmode" }?.value == mode)
  }

  @Test("Several hosts are tried in their order, each with its port")
  func hosts() throws {
    let address = try PostgresAddress(
      "postgres://ada@db1.example.com,db2.example.com:6433,[fd00::7]:6434/paywall"
        + "?target_session_attrs=read-write")
    let parameters = Dictionary(
      address.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(parameters["host"] == "db1.example.com,db2.example.com,fd00::7")
    #expect(parameters["port"] == "5432,6433,6434")
    #expect(parameters["user"] == "ada" && parameters["dbname"] == "paywall")
    #expect(parameters["sslmode"] == "verify-full")
    #expect(parameters["target_session_attrs"] == "read-write")
    #expect(
      address.name == "postgres://db1.example.com,db2.example.com:6433,[fd00::7]:6434/paywall")
    #expect(throws: PostgresAddressError.password) {
      try PostgresAddress("postgres://ada:secret@db1,db2/paywall")
    }
    let local = try PostgresAddress("postgres://127.0.0.1:1,localhost:2/x")
    #expect(local.parameters.contains { $0 == ("sslmode", "prefer") })
  }

  @Test("The address says how many connections read, and libpq is not told")
  func readers() throws {
    #expect(try PostgresAddress("postgres://db/paywall").readers == 4)
    let address = try PostgresAddress("postgres://db/paywall?readers=16&schema=lumen")
    #expect(address.readers == 16 && address.schema == "lumen")
    #expect(!address.parameters.contains { $0.name == "readers" })
  }

  @Test("What is no address of a ledger says why")
  func addresses() {
    #expect(throws: PostgresAddressError.unreadable) { try PostgresAddress("ledger.sqlite") }
    #expect(throws: PostgresAddressError.unknownParameter("sslmod")) {
      try PostgresAddress("postgres://db/paywall?sslmod=require")
    }
    for readers in ["0", "65", "four", "-1", ""] {
      #expect(throws: PostgresAddressError.readers(readers)) {
        try PostgresAddress("postgres://db/paywall?readers=\(readers)")
      }
    }
    for schema in ["Paywall", "pg_x", "a;b", ""] {
      #expect(throws: PostgresAddressError.schema(schema)) {
        try PostgresAddress("postgres://db/paywall?schema=\(schema)")
      }
    }
  }

  @Test("Parameters are numbered in their order, or as they say")
  func parameters() {
    #expect(PostgresSpelling.of("a = ? AND b = ?") == "a = $1 AND b = $2")
    #expect(PostgresSpelling.of("?2::text, ?1, ?12") == "$2::text, $1, $12")
  }

  @Test("A statement of a file gets PostgreSQL's names, but no text in quotes does")
  func names() {
    #expect(
      PostgresSpelling.of("SELECT t.line FROM lines WHERE user = ? AND kind = 'user ? line'")
        == "SELECT t.chain FROM chains WHERE user_id = $1 AND kind = 'user ? line'")
    #expect(
      PostgresSpelling.of(#"GRANT SELECT ON timelines, users TO "line""#)
        == #"GRANT SELECT ON timelines, users TO "line""#)
    #expect(PostgresSpelling.of("VALUES (?/*::text*/)") == "VALUES ($1::text)")
  }

  @Test("A text with any bytes comes back, and none becomes another")
  func texts() {
    let texts = ["", "a", "\u{0}", "\u{1}", "\u{1}0", "0\u{0}1\u{1}", "\u{2}", "e\u{301}", "é"]
    let cells = texts.map { Cell.text($0) }
    #expect(cells.map { Cell.text(of: $0) } == texts)
    #expect(Set(cells.map { "\($0)".utf8.map { $0 } }).count == texts.count)
    for case .text(let text) in cells { #expect(!text.utf8.contains(0)) }
  }
}
