import ArgumentParser
import CommandSupport
import HTTPDocuments
import LedgerPostgres

/// `paywall ledger prepare`.
struct LedgerPrepare: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "prepare", "Make or migrate the tables of a ledger on PostgreSQL, as their owner.",
    """
    Run it as the role that owns the tables, before the first server and before those of a new \
    version. With --role, that role may then serve the ledger: it reads and writes rows, and \
    cannot drop, alter or truncate a table or take a trigger out. Servers then connect as that \
    role. Running it again changes nothing.
    """,
    examples:
      "paywall ledger prepare --ledger postgres://owner@db.example.com/paywall --role paywall")

  @Option("ledger", "postgres://…, as the owner of the tables.") var ledger: String
  @Option("name", "A role that there is, and that servers use.") var role: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      PostgresAddress.isAddress(ledger),
      "--ledger takes an address such as postgres://owner@db/paywall: a file needs no preparation.")
  }

  func printed(on console: Console) async throws -> Printed<PreparedCard> {
    let address = try PostgresAddress.argument(ledger)
    let version = try Failure.outside(
      help: "connect as the role that owns the tables, or may create a schema in the database"
    ) {
      try PostgresLedger.prepare(address, servedBy: role)
    }
    return Printed(PreparedCard(version: version, role: role)) { _ in
      "The ledger \(address.name) has tables of version \(version)."
        + (role.map { "\nThe role '\($0)' may serve it." } ?? "")
    }
  }
}

/// The tables of a ledger that was prepared.
struct PreparedCard: Card {
  let version: Int
  let role: String?

  static let members = Members<Self> {
    $0.always("version", .count, "Of the tables.") { $0.version }
    $0.maybe("role", .text, "Who may serve the ledger.") { $0.role }
  }
}
