import GRDB
import LedgerStorage

/// A table whose rows are stored once by their values, with the statements on it.
struct InternedTable {
  let name: String
  private let find: String
  private let insert: String
  private let select: String

  init(_ name: String, _ columns: [String]) {
    self.name = name
    let list = columns.joined(separator: ", ")
    // As the expressions of the unique index, so that it is used; NULL is not equal to NULL.
    let equal = columns.enumerated().map { "ifnull(\($1), '') = ifnull(?\($0 + 1), '')" }
    find = "SELECT number FROM \(name) WHERE \(equal.joined(separator: " AND "))"
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    insert = "INSERT INTO \(name) (\(list)) VALUES (\(values))"
    select = "SELECT \(list) FROM \(name) WHERE number = ?1"
  }

  /// The number of these values; adds them if they are new.
  func number(of values: [SQLValue], in tables: SQLiteTables) throws -> Int64 {
    if let number = try tables.first(find, values, read: { $0.int64(0) }) { return number }
    _ = try tables.all(insert, values) { _ in }
    return tables.database.lastInsertedRowID
  }

  func row<Output>(
    _ number: Int64, in tables: SQLiteTables, read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try tables.first(select, [.integer(number)], read: read)
  }
}
