package import Ledger

// The rows of the described tables.
extension SQLMovableLedger {
  package func isEmpty() throws -> Bool { try read { try $0.hasNoRows() } }

  package func columns(of table: TableDescription) throws -> [String] {
    try read { try $0.storedColumns(of: table).all.map(ColumnDescription.neutral).sorted() }
  }

  package func page(
    of table: TableDescription, after last: [SQLValue], limit: Int
  ) throws -> MovedPage {
    try read { tables in
      let key = try tables.storedColumns(of: table).key
      let list = key.joined(separator: ", ")
      let places = PlainCell.placeholders(key.count)
      let start = last.isEmpty ? "" : "WHERE (\(list)) > (\(places))"
      var page = MovedPage()
      try tables.forEach(
        "\(Tables.rows(of: table, key: key, start)) ORDER BY \(list) LIMIT ?",
        last + [.integer(Int64(limit))]
      ) { row in
        page.rows.append(try Tables.cells(of: row, in: table))
        page.lastKey = key.indices.map { row[table.columns.count + $0] }
      }
      return page
    }
  }

  package func forEach(
    in table: TableDescription, _ body: ([SQLValue]) throws -> Void
  ) throws {
    try read { tables in
      let key = try tables.storedColumns(of: table).key
      try tables.forEach(Tables.rows(of: table, key: key), []) { row in
        try body(try Tables.cells(of: row, in: table))
      }
    }
  }

  /// Many rows in one statement; the last ones alone, so that two statements do for a table.
  package func add(
    _ rows: [[SQLValue]], to table: TableDescription, last key: [SQLValue]
  ) throws {
    let (slot, first) = table.sum == nil ? ("", "") : ("/*, slot*/", "/*, 0*/")
    let list = table.columns.map(Tables.name(of:)).joined(separator: ", ")
    let places = "(\(PlainCell.placeholders(table.columns.count))\(first))"
    let one = "INSERT INTO \(table.name) (\(list)\(slot)) VALUES \(places)"
    let group = 50
    let many = one + String(repeating: ", \(places)", count: group - 1)
    try write { tables in
      var rest = try rows.map { try Tables.stored($0, in: table) }[...]
      while rest.count >= group {
        try tables.run(many, Array(rest.prefix(group).joined()))
        rest = rest.dropFirst(group)
      }
      for row in rest { try tables.run(one, row) }
      try tables.note(.key(key, of: table))
    }
  }
}

extension SQLTables {
  /// The columns that a table has here, and those of its key.
  fileprivate func storedColumns(
    of table: TableDescription
  ) throws -> (all: [String], key: [String]) {
    let name = Self.hasTypedColumns ? table.neutralName : table.name
    let found = try each(Self.findColumns, .text(name)) {
      (name: try $0.plain(0), place: $0.int(1))
    }
    let key = found.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
    // A file numbers the rows of a table that has no key.
    return key.isEmpty
      ? (found.map(\.name) + ["rowid"], ["rowid"]) : (found.map(\.name), key)
  }

  /// Finds the cells of rows, and then those of their key.
  fileprivate static func rows(
    of table: TableDescription, key: [String], _ which: String = ""
  ) -> String {
    let outputs = table.columns.map { column in
      column.kind == .sum ? "sum(\(column.name))/*::bigint*/" : name(of: column)
    }
    let groups = table.sum == nil ? "" : " GROUP BY \(key.joined(separator: ", "))"
    return """
      SELECT \((outputs + key).joined(separator: ", ")) FROM \(table.name) \(which)\(groups)
      """
  }

  fileprivate static func name(of column: ColumnDescription) -> String {
    column.name == "text" ? headerText : column.name
  }

  fileprivate static func cells(of row: Row, in table: TableDescription) throws -> [SQLValue] {
    try table.columns.enumerated().map { try $1.kind.neutral(row[$0], as: Cell.self) }
  }

  fileprivate static func stored(
    _ cells: [SQLValue], in table: TableDescription
  ) throws -> [SQLValue] {
    try zip(table.columns, cells).map { try $0.kind.stored($1, as: Cell.self) }
  }
}
