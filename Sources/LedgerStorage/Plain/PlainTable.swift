import Ledger

/// A table of a ledger for tools that analyse data: stable names, one row a line, texts as they came,
/// times in milliseconds since 1970 (UTC), money in milliunits. It is no backup: nothing signed is
/// in it.
package struct PlainTable: Sendable {
  package typealias Cells = [ExportedRow.Value]

  package let name: String
  package let columns: [PlainColumn]
  /// The places of the columns that say which row it is.
  package let key: [Int]
  /// Gives the cells of each row, in the order of the columns. A ledger that has not changed gives the
  /// rows in the same order.
  package let forEachRow: @Sendable (any SQLTables, (Cells) throws -> Void) throws -> Void

  package init(
    _ name: String, _ columns: [PlainColumn], key: [String],
    forEachRow: @escaping @Sendable (any SQLTables, (Cells) throws -> Void) throws -> Void
  ) {
    self.name = name
    self.columns = columns
    self.key = key.compactMap { name in columns.firstIndex { $0.name == name } }
    self.forEachRow = forEachRow
  }

  typealias Computed = [String: (kind: ColumnDescription.Kind, expression: String)]

  /// - Parameters:
  ///   - columns: those of the ledger's tables, and computed ones, separated by `, `.
  ///   - key: the names of columns, separated by `, `.
  ///   - computed: by name what is computed, as an expression in SQL.
  ///   - tables: whose columns they are.
  init(
    _ name: String, _ columns: String, key: String, computed: Computed = [:], of tables: [String],
    forEachRow: @escaping @Sendable (any SQLTables, (Cells) throws -> Void) throws -> Void
  ) {
    self.init(
      name,
      zip(Self.names(columns), Self.kinds(columns, computed, of: tables)).map {
        PlainColumn($0, $1)
      }, key: Self.names(key), forEachRow: forEachRow)
  }

  /// A query's rows, in the order of the key.
  ///
  /// - Parameters:
  ///   - source: of the query; the first of the tables if it is left out.
  ///   - order: another order.
  ///   - isDistinct: equal rows, which the order puts beside each other, are one.
  init(
    _ name: String, _ columns: String, key: String, computed: Computed = [:],
    of tables: String..., from source: String? = nil, order: String? = nil,
    isDistinct: Bool = false
  ) {
    let names = Self.names(columns)
    let kinds = Self.kinds(columns, computed, of: tables)
    let outputs = names.map { computed[$0]?.expression ?? $0 }.joined(separator: ", ")
    let places = Self.names(key).compactMap { names.firstIndex(of: $0) }.map { "\($0 + 1)" }
    let query = """
      SELECT \(outputs) FROM \(source ?? tables[0])
      ORDER BY \(order ?? places.joined(separator: ", "))
      """
    self.init(name, columns, key: key, computed: computed, of: tables) { tables, write in
      // SQLite would keep every row in memory to find the equal ones.
      var last: Cells = []
      try Self.rows(of: query, kinds, in: tables) { cells in
        if isDistinct, cells == last { return }
        try write(cells)
        if isDistinct { last = cells }
      }
    }
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ", ").map(String.init)
  }

  private static func kinds(
    _ columns: String, _ computed: Computed, of tables: [String]
  ) -> [ColumnDescription.Kind] {
    let known = tables.flatMap { name in
      TableDescription.all.first { $0.name == name }?.columns ?? []
    }
    return names(columns).map { name in
      computed[name]?.kind ?? known.first { $0.name == name }?.kind ?? .plain
    }
  }

  private static func rows<Tables: SQLTables>(
    of query: String, _ kinds: [ColumnDescription.Kind], in tables: Tables,
    _ write: (Cells) throws -> Void
  ) throws {
    try tables.forEach(query, []) { row in
      try write(
        try kinds.enumerated().map { column, kind in
          kind == .moment
            ? ExportedRow.Value(row.int64(optional: column))
            : try kind.value(of: row[column], as: Tables.Cell.self)
        })
    }
  }
}
