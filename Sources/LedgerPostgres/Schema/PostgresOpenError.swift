/// Why a database cannot be used as a ledger, for the operator of the server.
package enum PostgresOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server cannot be reached, or refuses.
  case unreachable(name: String, reason: String)
  case missing(name: String)
  /// Written by a later version of this program.
  case newer(name: String)
  /// Written by an earlier version, and not to be migrated by a command that only reads.
  case older(name: String)
  /// PostgreSQL before 14 has no pipeline mode.
  case oldServer(name: String, version: Int)
  /// Behind a pooler that gives each transaction another connection.
  case transactionPooling(name: String)
  /// Its rows are in another ledger, or on the way there.
  case moved(name: String, target: String)
  /// Its rows have not all come yet.
  case arriving(name: String)
  /// SHA-256 of the root certificates under which its facts were verified, and of those trusted now.
  case otherRoots(name: String, filled: [String], trusted: [String])

  package var description: String {
    switch self {
    case .unreachable(let name, let reason): "the ledger \(name) cannot be opened: \(reason)"
    case .missing(let name):
      "there is no ledger at \(name): check the address, or let the server make one"
    case .newer(let name):
      "the ledger \(name) was written by a newer version: run that version, or a later one"
    case .older(let name):
      "the ledger \(name) was written by an older version: the server migrates it at its next start"
    case .oldServer(let name, let version):
      "the ledger \(name) is on PostgreSQL \(version): version 14 or later is needed"
    case .transactionPooling(let name):
      "the ledger \(name) is behind a pooler that gives each transaction another connection, and"
        + " prepared statements and settings need one of their own: set 'pool_mode = session' in"
        + " pgbouncer, or name the database itself"
    case .moved(let name, let target):
      "the ledger \(name) is read-only in favour of \(target): start the server on that one, or end"
        + " the move with 'paywall ledger move', or give it up with --cancel"
    case .arriving(let name):
      "the move into the ledger \(name) has not ended: run 'paywall ledger move' again, which goes on"
    case .otherRoots(let name, let filled, let trusted):
      "the ledger \(name) was filled under the root \(filled.joined(separator: ", ")), and the root"
        + " \(trusted.joined(separator: ", ")) is trusted now, which did not verify its facts"
    }
  }
}

extension PostgresOpenError {
  /// The error itself, or why the database cannot be reached.
  init(_ error: any Error, at name: String) {
    self = error as? PostgresOpenError ?? .unreachable(name: name, reason: "\(error)")
  }
}
