import Ledger

/// A table whose rows are stored once by their values, with the statements on it.
package struct InternedTable: Sendable {
  let name: String
  private let find: String
  private let findTyped: String
  let insert: NumberedInsertion
  let select: String

  init(_ table: TableDescription) {
    name = table.name
    let columns = table.columns.filter { $0.kind != .serial }
    let list = columns.map(\.name).joined(separator: ", ")
    // As the expressions of the unique index, so that it is used; NULL is not equal to NULL.
    let equal = columns.enumerated().map { index, column in
      "ifnull(\(column.name), '') = ifnull(?\(index + 1), '')"
    }
    let equalTyped = columns.enumerated().map { index, column in
      let (none, type) = column.kind == .plain ? ("''", "text") : ("-1", "bigint")
      return "coalesce(\(column.name), \(none)) = coalesce(?\(index + 1)::\(type), \(none))"
    }
    let start = "SELECT number FROM \(name) WHERE "
    find = start + equal.joined(separator: " AND ")
    findTyped = start + equalTyped.joined(separator: " AND ")
    insert = NumberedInsertion(into: name, list)
    select = "SELECT \(list) FROM \(name) WHERE number = ?1"
  }

  private static let all = Dictionary(
    uniqueKeysWithValues: TableDescription.interned.map { ($0.name, InternedTable($0)) })

  static func of<Details: InternedDetails>(_: Details.Type) -> InternedTable {
    all[Details.table] ?? InternedTable(.interned(Details.self))
  }

  /// - Parameter isTyped: a column of the database holds values of one type only.
  func find(isTyped: Bool) -> String { isTyped ? findTyped : find }
}

extension SQLTables {
  /// The number of these values; adds them if they are new, alone.
  func number(of values: [SQLValue], in table: InternedTable) throws -> Int64 {
    if let number = known.number(of: values, in: table.name) { return number }
    let find = table.find(isTyped: Self.hasTypedColumns)
    func found() throws -> Int64? { try first(find, values) { $0.int64(0) } }
    if let number = try found() {
      // Unless this transaction added it and is rolled back.
      if !reads.added.contains(number) { known.insert(number, of: values, in: table.name) }
      return number
    }
    if try lock([.table(table.name)]), let number = try found() { return number }
    let number = try add(table.insert, values)
    reads.added.insert(number)
    return number
  }
}
