import Foundation
import GRDB
import TextCoding

extension DatabasePool {
  /// Takes over the salt of an export, if nothing was hashed or kept here yet.
  func adopt(salt: String) throws {
    guard let bytes = [UInt8](hexadecimal: salt), bytes.count == 32 else { return }
    try write { database in
      let tables = ExportedTable.all.map { "SELECT 1 FROM \($0.name)" } + ["SELECT 1 FROM facts"]
      let isEmpty = try tables.allSatisfy {
        try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (\($0))") ?? false
      }
      guard isEmpty else { return }
      try database.execute(sql: "UPDATE ledger SET salt = ?", arguments: [Data(bytes)])
    }
  }
}
