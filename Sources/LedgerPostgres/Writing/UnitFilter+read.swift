import Ledger
import LedgerStorage

extension UnitFilter {
  /// Reads all units with records.
  func read(_ context: LedgerContext, _ session: Session) throws {
    let tables = PostgresTables(
      session: session, locks: TransactionLocks(seed: context.seed, isNeeded: false),
      known: context.known, salt: context.salt)
    try tables.eachUnit { insert($0, in: $1) }
    try tables.eachRecordedAlias { try insert(findersBy: [$0], in: $1, tables) }
  }
}
