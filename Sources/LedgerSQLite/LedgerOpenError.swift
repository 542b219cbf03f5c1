/// Why a file cannot be used as a ledger, for the operator of the server.
package enum LedgerOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  /// The folder is missing, or the file cannot be read and written.
  case unusable(path: String, reason: String)
  /// Another process has it open, which would not know the rows that an import restores.
  case inUse(path: String)
  /// A server has it open under another name.
  case served(path: String)
  /// Some other file: not SQLite, or another program's database.
  case notALedger(path: String, reason: String)
  /// Written by a later version of this program.
  case newer(path: String)
  /// Written by an earlier version, and not to be migrated by a command that only reads.
  case older(path: String)
  case damaged(path: String, reason: String)
  /// Its rows are in another ledger, or on the way there.
  case moved(path: String, target: String)
  /// Its rows have not all come yet.
  case arriving(path: String)
  /// SHA-256 of the root certificates under which its facts were verified, and of those trusted
  /// now.
  case otherRoots(path: String, filled: [String], trusted: [String])

  package var description: String {
    switch self {
    case .missing(let path):
      "there is no ledger at \(path): check the path, or let the server make one"
    case .unusable(let path, let reason):
      "the ledger \(path) cannot be opened: \(reason). Its folder must exist, and the file and the"
        + " folder must be writable"
    case .inUse(let path):
      "the ledger \(path) is open in another process, which would not know the rows that this file"
        + " restores: stop the server, import, and start it again. A file of 'paywall ledger export"
        + " --only-texts' can be imported beside it"
    case .served(let path):
      "the ledger \(path) is a second name of a file that a server has open: name the file as that"
        + " server does, stop the server, or copy the file with 'cp'"
    case .notALedger(let path, let reason):
      "\(path) is no ledger: \(reason). Name another file; this one was not changed"
    case .newer(let path):
      "the ledger \(path) was written by a newer version: run that version, or a later one"
    case .older(let path):
      "the ledger \(path) was written by an older version: the server migrates it at its next start"
    case .damaged(let path, let reason):
      "the ledger \(path) is damaged: \(reason). Put a backup in its place, or save what can be"
        + " read with sqlite3's .recover"
    case .moved(let path, let target):
      "the ledger \(path) is read-only in favour of \(target): start the server on that one, or end"
        + " the move with 'paywall ledger move', or give it up with --cancel"
    case .arriving(let path):
      "the move into the ledger \(path) has not ended: run 'paywall ledger move' again, which goes on"
    case .otherRoots(let path, let filled, let trusted):
      "the ledger \(path) was filled under the root \(filled.joined(separator: ", ")), and the root"
        + " \(trusted.joined(separator: ", ")) is trusted now, which did"
        + " not verify its facts"
    }
  }
}
