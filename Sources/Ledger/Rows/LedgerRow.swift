package import PaywallCatalog
package import Subscribers

/// A row of a query, whose columns are read by their positions, from 0. The databases store the same
/// columns in the same order; how a text is stored is their own.
///
/// A cell is read through a table of witnesses, which takes a few nanoseconds beside the hundred that
/// the copy of a text takes.
package protocol LedgerRow: SendableMetatype {
  subscript(_ column: Int) -> SQLValue { get }
  /// 0 for a cell without a number.
  func int64(_ column: Int) -> Int64
  func int64(optional column: Int) -> Int64?
  /// A text from outside (`Cell.text`).
  func text(_ column: Int) -> String?
  /// A text that is stored verbatim.
  func plain(_ column: Int) throws -> String
  func plain(optional column: Int) -> String?
  /// A word, often of a known list.
  func word(_ column: Int) -> String?
  /// An id, to compare it with others of the same database.
  func idCell(_ column: Int) -> IdCell
}

extension LedgerRow {
  package func int(_ column: Int) -> Int { Int(int64(column)) }

  package func int(optional column: Int) -> Int? {
    int64(optional: column).map { Int($0) }
  }

  package func flag(_ column: Int) -> Bool? {
    int64(optional: column).map { $0 != 0 }
  }

  package func moment(_ column: Int) -> Timestamp? {
    int64(optional: column).map { Timestamp(milliseconds: $0) }
  }

  /// A value that is stored as its word.
  ///
  /// - Parameter what: what the row is if no such value is known.
  package func known<Value: RawRepresentable<String>>(
    _ column: Int, _ what: String
  ) throws -> Value {
    guard let value = Value(rawValue: try plain(column)) else { throw UnreadableRow(what) }
    return value
  }

  /// A value that is stored as its number.
  func known<Value: RawRepresentable<Int>>(number column: Int, _ what: String) throws -> Value {
    guard let value = Value(rawValue: int(column)) else { throw UnreadableRow(what) }
    return value
  }

  /// A word, or a number, of Apple's that need not be known.
  package func openWord<Known>(_ column: Int) -> OpenEnum<Known>? where Known.RawValue == String {
    word(column).map { OpenEnum(raw: $0) }
  }
  func openNumber<Known>(_ column: Int) -> OpenEnum<Known>? where Known.RawValue == Int {
    int(optional: column).map { OpenEnum(raw: $0) }
  }
  package func required(_ column: Int) throws -> String {
    guard let text = text(column) else { throw UnreadableRow("no text in column \(column)") }
    return text
  }
}
