import LedgerStorage

@testable import Ledger
@testable import LedgerPostgres
@testable import LedgerSQLite

/// Tables to which random operations are told, with the form in which they store a text.
protocol PreparedTables: LedgerTables {
  static func prepared(_ text: NewText) -> Text
}

extension PreparedTables where Text == StoredText {
  static func prepared(_ text: NewText) -> StoredText { StoredText(text) }
}

extension OracleTables: PreparedTables {}
extension PostgresTables: PreparedTables {}
extension SQLiteTables: PreparedTables {}
