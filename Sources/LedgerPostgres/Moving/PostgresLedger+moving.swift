import Ledger
import LedgerStorage

extension PostgresLedger {
  /// Refuses a database whose rows are elsewhere by now, or not all here yet.
  static func requireNoMove(
    of session: Session, _ address: PostgresAddress, _ options: Options
  ) throws {
    let tables = PostgresTables(alone: session)
    if try tables.isArriving() { throw PostgresOpenError.arriving(name: address.name) }
    guard options.isCreating, let departure = try tables.departure() else { return }
    throw PostgresOpenError.moved(name: address.name, target: departure.target)
  }
}
