import LedgerStorage

extension PostgresLedger {
  /// Refuses a pooler in transaction mode. Prepared statements, `search_path` and time-outs belong to a
  /// connection, and there the next transaction may have another one.
  ///
  /// A pooler tells its own number for the process that answers. If there is one, a second session
  /// holds a transaction: in session mode the first one still has the process that it had, and the
  /// second has another.
  static func requireOwnConnection(
    of session: Session, _ opener: SessionOpener, at name: String
  ) throws {
    let first = try session.backend()
    guard first != session.announcedBackend else { return }
    let other = try opener.open(timeout: 10_000)
    try other.run("BEGIN")
    let second = try other.backend()
    let again = try session.backend()
    try other.run("ROLLBACK")
    try other.finish()
    guard second != first, again == first else {
      throw LedgerOpenError.transactionPooling(name: name)
    }
  }
}
