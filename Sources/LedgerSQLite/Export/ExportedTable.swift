import LedgerStorage

/// A table of the file as an export shows it, and how its rows are found again. Row numbers that
/// others refer to are kept; customers, whose numbers follow from the texts, are named by Apple's
/// ids.
struct ExportedTable {
  let name: String
  let columns: [Column]
  /// The column that refers to a customer, if there is one.
  let customer: String?
  /// The column that refers to a purchase chain, in a table that is corrected.
  let chain: String?
  /// The rows to export, as a condition in SQL.
  let filter: String

  struct Column {
    let name: String
    let kind: Kind
    /// A row with the same identity is the same row, whatever has been added to it since.
    let isIdentity: Bool
  }

  /// How a cell is written in an export.
  enum Kind {
    /// A text from outside (`Cell.text`).
    case text
    /// A text that is stored verbatim.
    case plain
    /// A word, often of a known list (`Cell.word`).
    case word
    case number, flag, environment
    /// Milliseconds since 1970, as RFC 3339.
    case moment
    /// Bytes, in hexadecimal.
    case bytes
  }

  init(
    _ name: String, _ columns: [Column], customer: String? = nil, chain: String? = nil,
    where filter: String = "TRUE"
  ) {
    self.name = name
    self.columns = columns
    self.customer = customer
    self.chain = chain
    self.filter = filter
  }

  /// The cells that name a customer: an `appTransactionId`, or the id of a purchase of a customer
  /// whom Apple has not named, and the environment.
  static let customerNames = [
    ("appTransactionId", Kind.text), ("originalTransactionId", .text),
    ("customerEnvironment", .environment),
  ]

  /// Rows in an order that depends on their content alone.
  var query: String {
    let own = columns.map { "t.\($0.name)" }
    if let chain {
      let names = ["NULL", "c.original_transaction_id", "c.environment"]
      return "SELECT \((own + names).joined(separator: ", ")) FROM \(name) AS t "
        + "JOIN lines AS c ON c.number = t.\(chain) WHERE \(filter) "
        + "ORDER BY \((names.dropFirst() + own).joined(separator: ", "))"
    }
    guard let customer else {
      return "SELECT \(own.joined(separator: ", ")) FROM \(name) AS t WHERE \(filter) "
        + "ORDER BY \(own.joined(separator: ", "))"
    }
    let names = [
      "c.app_transaction_id",
      """
      CASE WHEN c.app_transaction_id IS NULL THEN
        (SELECT min(original_transaction_id) FROM lines WHERE customer = c.number) END
      """,
      "c.environment",
    ]
    return "SELECT \((own + names).joined(separator: ", ")) FROM \(name) AS t "
      + "LEFT JOIN customers AS c ON c.number = t.\(customer) WHERE \(filter) "
      + "ORDER BY \((own + ["\(own.count + 1)", "\(own.count + 2)"]).joined(separator: ", "))"
  }
}

extension ExportedTable.Column {
  /// A part of the row's identity.
  static func key(_ name: String, _ kind: ExportedTable.Kind) -> Self {
    Self(name: name, kind: kind, isIdentity: true)
  }

  static func cell(_ name: String, _ kind: ExportedTable.Kind) -> Self {
    Self(name: name, kind: kind, isIdentity: false)
  }
}
