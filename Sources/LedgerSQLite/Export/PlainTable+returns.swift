import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallSubscribers

extension PlainTable {
  /// What was given back of a transaction, from a moment on: `part` of `whole` of its price. Each row
  /// of a transaction is more than the one before.
  static let returns = PlainTable(
    "returns",
    [
      "environment": .environment, "original_transaction_id": .text, "transaction_id": .text,
      "happened": .moment, "part": .number, "whole": .number,
    ],
    """
    SELECT \(SQLiteTables.transactionColumns), environment, original_transaction_id
    FROM transactions JOIN lines ON number = line
    WHERE has_purchases = 1 AND (revocation_date IS NOT NULL OR seat_revocations IS NOT NULL)
    """)

  /// The rows of one transaction.
  static func returns(in row: SQLRow) throws -> [[ExportedRow.Value]] {
    let environment = try AppStoreEnvironment(code: row.int(TransactionFact.columnCount))
    let fact = try TransactionFact(
      row,
      in: PurchaseChainRow(
        number: 0, environment: environment,
        originalTransactionId: try row.required(TransactionFact.columnCount + 1),
        owner: CustomerRow(number: 0, environment: environment)))
    return fact.returns.map {
      [
        .text(environment.rawValue), .text(fact.originalTransactionId), .text(fact.transactionId),
        .number($0.at.milliseconds), .number($0.share.part), .number($0.share.whole),
      ]
    }
  }
}
