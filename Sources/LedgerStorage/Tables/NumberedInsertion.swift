import Ledger

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
