/// Why a file or a database cannot be used as a ledger, for the operator of the server. It is named by
/// its path, or by its address without parameters.
package enum LedgerOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(name: String)
  /// Written by a later version of this program.
  case newer(name: String)
  /// Written by an earlier version, and not to be migrated by a command that only reads.
  case older(name: String)
  /// Its rows are in another ledger, or on the way there.
  case moved(name: String, target: String)
  /// Its rows have not all come yet.
  case arriving(name: String)
  /// SHA-256 of the root certificates under which its facts were verified, and of those trusted
  /// now.
  case otherRoots(name: String, filled: [String], trusted: [String])

  // MARK: A file

  /// The folder is missing, or the file cannot be read and written.
  case unusable(name: String, reason: String)
  /// Another process has it open and would not know the rows that an import restores.
  case inUse(name: String)
  /// A server has it open under another name.
  case served(name: String)
  /// Some other file: not SQLite, or another program's database.
  case notALedger(name: String, reason: String)
  case damaged(name: String, reason: String)

  // MARK: A database

  /// The server cannot be reached, or refuses.
  case unreachable(name: String, reason: String)
  /// PostgreSQL before 14 has no pipeline mode.
  case oldServer(name: String, version: Int)
  /// Behind a pooler that gives each transaction another connection.
  case transactionPooling(name: String)

  package var description: String {
    switch self {
    case .missing(let name):
      "there is no ledger at \(name): check the \(name.contains("://") ? "address" : "path"), or let"
        + " the server make one"
    case .newer(let name):
      "the ledger \(name) was written by a newer version: run that version, or a later one"
    case .older(let name):
      "the ledger \(name) was written by an older version: the server migrates it at its next start"
    case .moved(let name, let target):
      "the ledger \(name) is read-only in favour of \(target): start the server on that one, or end"
        + " the move with 'paywall ledger move', or give it up with --cancel"
    case .arriving(let name):
      "the move into the ledger \(name) has not ended: run 'paywall ledger move' again, which goes on"
    case .otherRoots(let name, let filled, let trusted):
      "the ledger \(name) was filled under the root \(filled.joined(separator: ", ")), and the root"
        + " \(trusted.joined(separator: ", ")) is trusted now, which did not verify its facts"
    case .unusable(let name, let reason):
      "the ledger \(name) cannot be opened: \(reason). Its folder must exist, and the file and the"
        + " folder must be writable"
    case .inUse(let name):
      "the ledger \(name) is open in another process, which would not know the rows that this file"
        + " restores: stop the server, import, and start it again. A file of 'paywall ledger export"
        + " --only-texts' can be imported beside it"
    case .served(let name):
      "the ledger \(name) is a second name of a file that a server has open: name the file as that"
        + " server does, stop the server, or copy the file with 'cp'"
    case .notALedger(let name, let reason):
      "\(name) is no ledger: \(reason). Name another file; this one was not changed"
    case .damaged(let name, let reason):
      "the ledger \(name) is damaged: \(reason). Put a backup in its place, or save what can be"
        + " read with sqlite3's .recover"
    case .unreachable(let name, let reason): "the ledger \(name) cannot be opened: \(reason)"
    case .oldServer(let name, let version):
      "the ledger \(name) is on PostgreSQL \(version): version 14 or later is needed"
    case .transactionPooling(let name):
      "the ledger \(name) is behind a pooler that gives each transaction another connection, and"
        + " prepared statements and settings need one of their own: set 'pool_mode = session' in"
        + " pgbouncer, or name the database itself"
    }
  }
}
