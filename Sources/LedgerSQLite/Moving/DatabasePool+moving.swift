import GRDB
import LedgerStorage

extension DatabasePool {
  /// Refuses a file whose rows are elsewhere by now, or not all here yet.
  func requireNoMove(at path: String, _ options: SQLiteLedger.Options) throws {
    guard !options.isMoving else { return }
    try read { database in
      let connection = SQLConnection(database: database)
      if try connection.hasTable(MovableFile.arriving) {
        throw LedgerOpenError.arriving(path: path)
      }
      if options.isWriting, let departure = try connection.departure() {
        throw LedgerOpenError.moved(path: path, target: departure.target)
      }
    }
  }
}
