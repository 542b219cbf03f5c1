import Ledger

/// Statements that every table has alike, by the names of its columns.
package enum RowStatements {
  /// Adds a row, or changes the one that has its key.
  ///
  /// - Parameters:
  ///   - columns: of the values.
  ///   - key: those among them that are the key.
  ///   - kept: those that a row that is there keeps as well.
  package static func put(
    into table: String, _ columns: String, key: String, keeping kept: String = ""
  ) -> String {
    let unchanged = names(in: key) + names(in: kept)
    let changes = names(in: columns).filter { !unchanged.contains($0) }
      .map { "\($0) = excluded.\($0)" }
    return """
      \(add(to: table, columns)) ON CONFLICT (\(key))
      DO UPDATE SET \(changes.joined(separator: ", "))
      """
  }

  /// Adds a row.
  ///
  /// - Parameter count: of the columns, if it is known.
  package static func add(to table: String, _ columns: String, count: Int? = nil) -> String {
    let places = PlainCell.placeholders(count ?? names(in: columns).count)
    return "INSERT INTO \(table) (\(columns)) VALUES (\(places))"
  }

  /// Adds a row, unless a constraint of the table says that it is there.
  package static func addOnce(to table: String, _ columns: String) -> String {
    "\(add(to: table, columns)) ON CONFLICT DO NOTHING"
  }

  private static func names(in columns: String) -> [String] {
    columns.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
  }
}

/// A statement that adds a row, which gets a number.
package struct NumberedInsertion: Sendable {
  package let table: String
  /// The database draws the number.
  package let drawn: String
  /// The same, and returns it.
  package let returned: String
  /// The first value is the number.
  package let given: String

  /// - Parameters:
  ///   - number: the column of the number.
  ///   - columns: of the values.
  package init(into table: String, numberedBy number: String = "number", _ columns: String = "") {
    self.table = table
    let count = columns.isEmpty ? 0 : columns.split(separator: ",").count
    drawn =
      count == 0
      ? "INSERT INTO \(table) DEFAULT VALUES"
      : "INSERT INTO \(table) (\(columns)) VALUES (\(PlainCell.placeholders(count)))"
    returned = "\(drawn) RETURNING \(number)"
    given = """
      INSERT INTO \(table) (\(number), \(columns)) VALUES (\(PlainCell.placeholders(count + 1)))
      """
  }
}
