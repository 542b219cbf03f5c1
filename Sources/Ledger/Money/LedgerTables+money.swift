import AppStore
package import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension LedgerTables {
  /// Refunds and reversals of the customers of a name, by time; those of copies of a purchase once.
  package func moneyEvents(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> [MoneyEvent] {
    try owners(of: name, in: environment).flatMap { try chains(of: $0.number) }
      .flatMap { try moneyEvents(in: $0).sorted().once(for: purchases(in: $0)) }.sorted()
  }

  /// Keeps the refund that a copy of a transaction shows, whether or not it is the newest copy.
  mutating func keepRefund(
    _ fact: TransactionFact, in chain: PurchaseChainRow, at now: Timestamp
  ) throws {
    guard let moment = fact.revocationDate, !fact.revokedShare.isNone else { return }
    try add(
      MoneyEvent(
        originalTransactionId: chain.originalTransactionId, transactionId: fact.transactionId,
        kind: .refund, at: moment, receivedAt: now, reason: fact.revocationReason,
        type: fact.revocationType, percentage: fact.revocationPercentage), to: chain)
  }

  /// Keeps that seats were refunded: the share of all seats that are now.
  mutating func keepSeatRefund(
    _ notification: Notification, of chain: PurchaseChainRow?, at now: Timestamp
  ) throws {
    guard notification.type == "REFUND", let chain, let fact = notification.fact,
      fact.revocationDate == nil, !fact.returnedInAll.isNone
    else { return }
    try add(
      MoneyEvent(
        originalTransactionId: chain.originalTransactionId, transactionId: fact.transactionId,
        kind: .refund, at: notification.signedDate ?? fact.signedDate, receivedAt: now,
        percentage: fact.returnedInAll.thousandthsOfPercent), to: chain)
  }

  /// Keeps that Apple took a refund back.
  mutating func keepReversal(
    _ notification: Notification, of chain: PurchaseChainRow?, at now: Timestamp
  ) throws {
    guard notification.type == "REFUND_REVERSED", let chain,
      let fact = notification.transaction?.payload.fact
    else { return }
    try add(
      MoneyEvent(
        originalTransactionId: chain.originalTransactionId, transactionId: fact.transactionId,
        kind: .refundReversed, at: notification.signedDate ?? now, receivedAt: now), to: chain)
  }
}

extension [MoneyEvent] {
  /// The events, by time, under the ids of their purchases. What happened to a copy after the same
  /// happened to another one is the same event.
  fileprivate func once(for purchases: Purchases) -> [MoneyEvent] {
    guard !purchases.copied.isEmpty else { return self }
    var latest: [String: MoneyEvent] = [:]
    return compactMap { event in
      let id = purchases.id(ofTransaction: event.transactionId)
      defer { latest[id] = event }
      if let last = latest[id], last.kind == event.kind,
        !last.transactionId.hasSameUTF8(as: event.transactionId)
      {
        return nil
      }
      var event = event
      event.transactionId = id
      return event
    }
  }
}
