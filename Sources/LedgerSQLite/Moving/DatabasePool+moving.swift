import GRDB
import Ledger
import LedgerStorage

extension DatabasePool {
  /// Refuses a file whose rows are elsewhere by now, or not all here yet.
  func requireNoMove(at path: String, _ options: SQLiteLedger.Options) throws {
    guard !options.isMoving else { return }
    try read { database in
      let tables = SQLiteTables(database: database)
      if try tables.isArriving() { throw LedgerOpenError.arriving(name: path) }
      if options.isWriting, let departure = try tables.departure() {
        throw LedgerOpenError.moved(name: path, target: departure.target)
      }
    }
  }
}
