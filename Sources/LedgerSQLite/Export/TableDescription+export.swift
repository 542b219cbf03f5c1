import Ledger
import LedgerStorage

extension TableDescription {
  /// The cells that name a customer: an `appTransactionId`, or the id of a purchase of a customer
  /// whom Apple has not named, and the environment.
  static let ownerNames: [(name: String, kind: ColumnDescription.Kind)] = [
    ("appTransactionId", .text), ("originalTransactionId", .text),
    ("customerEnvironment", .environment),
  ]

  /// The cells of a row of an export.
  var exportedCells: [(name: String, kind: ColumnDescription.Kind)] {
    exportedColumns.map { (name: $0.name, kind: $0.kind) } + (owner == nil ? [] : Self.ownerNames)
  }

  /// The column that refers to a customer or to a purchase chain.
  var owner: String? { customer ?? chain }

  /// Gives these cells, in an order of the rows that depends on their content alone.
  var query: String {
    let own = exportedColumns.map { "t.\($0.name)" }
    var (outputs, join, order) = (own, "", own)
    if let chain {
      outputs += ["NULL", "c.original_transaction_id", "c.environment"]
      join = "JOIN lines AS c ON c.number = t.\(chain)"
      order = ["c.original_transaction_id", "c.environment"] + own
    } else if let customer {
      let purchase = "(SELECT min(original_transaction_id) FROM lines WHERE customer = c.number)"
      outputs += [
        "c.app_transaction_id", "CASE WHEN c.app_transaction_id IS NULL THEN \(purchase) END",
        "c.environment",
      ]
      join = "LEFT JOIN customers AS c ON c.number = t.\(customer)"
      order += ["\(own.count + 1)", "\(own.count + 2)"]
    }
    return """
      SELECT \(outputs.joined(separator: ", ")) FROM \(name) AS t \(join) WHERE \(filter)
      ORDER BY \(order.joined(separator: ", "))
      """
  }
}
