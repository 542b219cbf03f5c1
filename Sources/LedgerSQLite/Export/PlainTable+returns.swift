import PaywallCatalog
import PaywallSubscribers

extension PlainTable {
  /// What was given back of a purchase, from a moment on: `part` of `whole` of its price. Each row of
  /// a purchase is more than the one before.
  static let returns = PlainTable(
    "returns",
    [
      "environment": .environment, "original_transaction_id": .text, "transaction_id": .text,
      "happened": .moment, "part": .number, "whole": .number,
    ], "")

  static func returnRows(
    in line: PurchasesOfLine, of environment: AppStoreEnvironment
  ) -> [[ExportedRow.Value]] {
    line.purchases.facts.flatMap { fact in
      fact.returns.map {
        [
          .text(environment.rawValue), .text(fact.originalTransactionId),
          .text(fact.transactionId), .number($0.at.milliseconds), .number($0.share.part),
          .number($0.share.whole),
        ]
      }
    }
  }
}
