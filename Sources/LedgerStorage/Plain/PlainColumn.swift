/// A column of a table for analysis.
package struct PlainColumn: Hashable, Sendable {
  package let name: String
  package let content: Content

  package enum Content: Sendable {
    case text
    /// The id of a person, a device or a purchase, or a text that may contain one.
    case id
    case number, flag
    /// A decimal number, as a text.
    case decimal
    /// `2026-01-31 23:59:59`, UTC
    case time
  }

  package init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  private static let ids: Set = [
    "unit", "anonymous_id", "user_id", "user", "token", "app_transaction_id",
    "original_transaction_id", "transaction_id", "web_order_line_item_id",
    "previous_original_transaction_id", "access_id", "posting_id", "given_reason",
  ]

  /// A column of the ledger; times are numbers, which a tool compares and subtracts.
  init(_ name: String, _ kind: ColumnDescription.Kind) {
    self.name = name
    content =
      switch kind {
      case .flag: .flag
      case .number, .serial, .sum, .customer, .chain, .moment: .number
      case .text, .plain, .word, .part, .environment, .bytes:
        Self.ids.contains(name) ? .id : .text
      }
  }
}
