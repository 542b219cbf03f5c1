import AppStore
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

extension MoneyEvent {
  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      originalTransactionId: chain.originalTransactionId, transactionId: try row.required(0),
      kind: try row.known(number: 1, "a money event of an unknown kind"),
      at: row.moment(2) ?? .epoch, receivedAt: row.moment(3),
      reason: row.int(optional: 4), type: row.openWord(5),
      percentage: row.int(optional: 6))
  }
}

/// The rows of money events and covariates.
package protocol MoneyTables {
  /// An event of the same transaction, kind and time changes nothing.
  mutating func add(_ event: MoneyEvent, to chain: PurchaseChainRow) throws
  /// In any order.
  func moneyEvents(in chain: PurchaseChainRow) throws -> [MoneyEvent]

  /// The first ones of a record stay.
  ///
  /// - Parameter customers: those on whose purchases they rest.
  mutating func add(
    _ covariates: Covariates, of customers: [CustomerRow.Number], to key: RecordKey,
    in environment: AppStoreEnvironment) throws
  /// The records whose covariates rest on a customer's purchases. Covariates from before schema 12
  /// do not say on whose they rest.
  func covariateKeys(of customer: CustomerRow.Number) throws -> [RecordKey]
  /// The customers on whose purchases the covariates of a record rest, in any order.
  func customers(
    ofCovariates key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number]
  func covariates(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> Covariates?
  mutating func removeCovariates(
    of key: RecordKey, in environment: AppStoreEnvironment) throws
  mutating func removeCovariates(of unit: String, in environment: AppStoreEnvironment) throws

  /// The newest arrival, by number, of the environment's notifications.
  func factArrival(in environment: AppStoreEnvironment) throws -> FactArrival?

  /// An event of the same chain, kind and time changes nothing.
  mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) throws
  /// In any order.
  func renewalEvents(in chain: PurchaseChainRow) throws -> [RenewalEvent]
}

extension LedgerTables {
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
