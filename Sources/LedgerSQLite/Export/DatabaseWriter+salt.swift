import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallTextCoding

extension DatabaseWriter {
  /// Begins a restoration: takes over the salt of an export, if nothing was hashed or kept here
  /// yet. A table without rows marks the file until the restoration ends.
  func adopt(salt: String) throws {
    guard let bytes = [UInt8](hexadecimal: salt), bytes.count == 32 else { return }
    try write { database in
      guard try SQLiteTables(database: database).hasNoRows() else { return }
      try database.execute(sql: "UPDATE ledger SET salt = ?", arguments: [Data(bytes)])
      try database.execute(sql: "CREATE TABLE IF NOT EXISTS restoring (id INTEGER) STRICT")
    }
  }

  /// Whether a restoration has begun and not ended.
  func isBeingRestored() throws -> Bool { try read { try $0.tableExists("restoring") } }

  /// From now on the file is a ledger in use, which takes no records of an export.
  func endRestoration() throws {
    try write { try $0.execute(sql: SQLiteLedger.endOfRestoration) }
  }
}
