/// Why a ledger is not moved, for the operator.
package enum LedgerMoveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process moves it.
  case busy(ledger: String)
  /// Another ledger, or a part of one.
  case notEmpty(target: String)
  /// Rows of another move are there.
  case otherMove(target: String)
  /// Servers have opened it.
  case inUse(target: String, servers: [String])
  /// It is read-only, and its rows are in the other ledger.
  case gone(source: String, target: String)
  /// The ledger is being moved, and not to the ledger that was named.
  case elsewhere(source: String, target: String)
  /// The move into it has not ended.
  case unfinished(source: String)
  case notMoved(source: String)
  /// Columns that one of the two does not have.
  case unlike(table: String, columns: [String])
  /// The copied rows differ from those in the former ledger.
  case different(
    source: String, target: String, customers: Int, first: Int64?, tables: [String],
    isDone: Bool)
  /// Its hashes are made with another salt, or its facts were verified under other roots.
  case otherIdentity(source: String, target: String)

  package var description: String {
    switch self {
    case .busy(let ledger): "another process is moving the ledger \(ledger)"
    case .notEmpty(let target): "the ledger \(target) has rows of its own"
    case .otherMove(let target): "the ledger \(target) has rows of another move"
    case .inUse(let target, let servers):
      "servers use the ledger \(target): \(servers.joined(separator: ", "))"
    case .gone(let source, let target): "the ledger \(source) was moved to \(target)"
    case .elsewhere(let source, let target):
      "the ledger \(source) is being moved to \(target), and what came there is not at the target"
        + " that is named now"
    case .unfinished(let source): "the move or the import into the ledger \(source) has not ended"
    case .notMoved(let source): "the ledger \(source) is not being moved"
    case .unlike(let table, let columns):
      "the two ledgers are of different versions: only one has \(columns.joined(separator: ", "))"
        + " in '\(table)'"
    case .different(_, let target, let customers, let first, let tables, _):
      "the ledger \(target) is not the same: "
        + [
          customers == 0
            ? nil
            : "\(customers) customers differ, the first has the number \(first ?? 0)",
          tables.isEmpty ? nil : "other rows differ in \(tables.joined(separator: ", "))",
        ].compactMap { $0 }.joined(separator: "; ")
    case .otherIdentity(let source, let target):
      "the ledger \(target) has rows of \(source), and the salt or the roots of another ledger"
    }
  }

  /// The next step, for people.
  package var help: String {
    switch self {
    case .busy: "wait for it, or end it; a move goes on when it is run again"
    case .notEmpty:
      "name a file that does not exist, or a database whose schema has no ledger in use"
    case .otherMove:
      "delete the file, or drop the schema, and run the command again; nothing else is in it"
    case .inUse: "stop them, and run the command again a minute later"
    case .gone:
      "start the servers on that one. To go back, move it into a new file or database; if it is lost,"
        + " 'paywall ledger export' reads this one, and 'paywall ledger import' puts that into a new file"
    case .elsewhere(_, let target):
      "name \(target) to go on, or run with --cancel to write into the ledger again"
    case .unfinished: "run it again first; it goes on where it broke off"
    case .notMoved: "there is nothing to cancel"
    case .unlike: "start 'paywall serve' of one version on both, or 'paywall ledger prepare'"
    case .different(_, let target, _, _, _, isDone: true):
      "the move had ended before, and somebody has written into \(target) since, or changed its"
        + " rows: keep both ledgers, and compare them"
    case .otherIdentity(let source, let target), .different(let source, let target, _, _, _, _):
      "\(source) is unharmed and still read-only: run with --cancel to write into it again, delete"
        + " \(target), and keep both for a report of this fault if you can"
    }
  }
}
