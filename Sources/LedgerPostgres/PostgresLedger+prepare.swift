package import LedgerStorage

extension PostgresLedger {
  /// Creates the tables of a ledger or migrates them, as their owner, and lets a role serve it.
  ///
  /// - Returns: the version of the tables.
  package static func prepare(
    _ address: PostgresAddress, servedBy role: String?
  ) throws(LedgerOpenError) -> Int {
    do {
      let session = try SessionOpener(address: address).open(timeout: 600_000)
      let found = try Migrator(session, of: address).prepare(isCreating: true)
      for statement in role.map({ Privileges.statements(schema: address.schema, role: $0) }) ?? [] {
        try session.runOnce(statement)
      }
      return found.version
    } catch {
      throw LedgerOpenError(error, at: address.name)
    }
  }
}
