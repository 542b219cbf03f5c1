import Foundation
import GRDB

extension SQLiteLedger {
  /// A new ledger in memory, which leaves nothing on disk and ends with this process.
  ///
  /// - Parameter keepsNothing: for a server that only reads. Each write is answered as by an empty
  ///   ledger, and rolled back; nothing is granted.
  package static func inMemory(keepsNothing: Bool = false) -> SQLiteLedger {
    do {
      let queue = try DatabaseQueue(configuration: configuration(Options()))
      try emptyTables.get().backup(to: queue)
      let salt = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
      try queue.write {
        try $0.execute(
          sql: "UPDATE ledger SET salt = ?, purchase_ledger = randomblob(8)", arguments: [salt])
      }
      return SQLiteLedger(pool: queue, salt: salt, options: Options(), keepsNothing: keepsNothing)
    } catch {
      // Nothing is read or kept here: only the process' memory can be missing, and no caller could go on.
      fatalError("SQLite has no room for a database in memory: \(error)")
    }
  }

  /// The tables of a new ledger, made once: each ledger in memory is a copy of them.
  private static let emptyTables = Result {
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    return queue
  }
}
