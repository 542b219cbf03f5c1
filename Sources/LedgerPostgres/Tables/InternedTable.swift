import LedgerStorage

/// A table whose rows are stored once by their values, with the statements on it.
struct InternedTable {
  struct Column {
    let name: String
    let isNumber: Bool

    static func text(_ name: String) -> Column { Column(name: name, isNumber: false) }

    static func number(_ name: String) -> Column { Column(name: name, isNumber: true) }
  }

  let name: String
  private let find: String
  private let insert: String
  private let select: String

  init(_ name: String, _ columns: [Column]) {
    self.name = name
    let list = columns.map(\.name).joined(separator: ", ")
    // As the expressions of the unique index, so that it is used; NULL is not equal to NULL.
    let equal = columns.enumerated().map { index, column in
      let none = column.isNumber ? "-1" : "''"
      let type = column.isNumber ? "bigint" : "text"
      return "coalesce(\(column.name), \(none)) = coalesce(?\(index + 1)::\(type), \(none))"
    }
    find = "SELECT number FROM \(name) WHERE \(equal.joined(separator: " AND "))"
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    insert = "INSERT INTO \(name) (\(list)) VALUES (\(values)) RETURNING number"
    select = "SELECT \(list) FROM \(name) WHERE number = ?1"
  }

  /// The number of these values; adds them if they are new, alone.
  func number(of values: [SQLValue], in tables: PostgresTables) throws -> Int64 {
    if let number = tables.known.number(of: values, in: name) { return number }
    func found() throws -> Int64? { try tables.first(find, values, read: { $0.int64(0) }) }
    if let number = try found() {
      // Unless this transaction added it and is rolled back.
      if !tables.reads.added.contains(number) {
        tables.known.insert(number, of: values, in: name)
      }
      return number
    }
    if try tables.lock(.table(name)), let number = try found() { return number }
    let number = try tables.number(insert, values)
    tables.reads.added.insert(number)
    return number
  }

  func row<Output>(
    _ number: Int64, in tables: PostgresTables, read: (SQLRow) throws -> Output
  ) throws -> Output? {
    try tables.first(select, [.integer(number)], read: read)
  }
}
