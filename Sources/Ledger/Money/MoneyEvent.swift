package import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

/// A refund of a transaction, or its reversal. The newest copy of a transaction says what is in
/// force now; events say what has happened, and never change.
package struct MoneyEvent: Hashable, Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case refund = 0
    case refundReversed = 1
  }

  package var originalTransactionId: String
  package var transactionId: String
  package var kind: Kind
  /// When Apple refunded it, or signed the notification of the reversal.
  package var at: Timestamp
  /// When the first text that shows it came; `nil` for a refund of a file from before schema 10.
  package var receivedAt: Timestamp?
  /// 0 other, 1 an issue with the app.
  package var reason: Int?
  package var type: OpenEnum<RevocationType>?
  /// Thousandths of a percent.
  package var percentage: Int?
}

extension MoneyEvent: Comparable {
  /// By time; then by transaction, the refund first.
  package static func < (left: MoneyEvent, right: MoneyEvent) -> Bool {
    (left.at, left.originalTransactionId, left.transactionId, left.kind.rawValue)
      < (right.at, right.originalTransactionId, right.transactionId, right.kind.rawValue)
  }
}

extension MoneyEvent {
  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      originalTransactionId: chain.originalTransactionId, transactionId: try row.required(0),
      kind: try row.known(number: 1, "a money event of an unknown kind"),
      at: row.moment(2) ?? .epoch, receivedAt: row.moment(3),
      reason: row.int(optional: 4), type: row.word(5).map { OpenEnum(raw: $0) },
      percentage: row.int(optional: 6))
  }
}
