import Ledger
import LedgerStorage

extension PostgresLedger {
  /// Refuses a database whose rows are elsewhere by now, or not all here yet.
  static func requireNoMove(
    of session: Session, _ address: PostgresAddress, _ options: Options
  ) throws {
    let tables = PostgresTables(alone: session)
    if try tables.isArriving() { throw LedgerOpenError.arriving(name: address.name) }
    guard options.isCreating, let departure = try tables.departure() else { return }
    throw LedgerOpenError.moved(name: address.name, target: departure.target)
  }
}
