import Ledger
import LedgerStorage
import PaywallSubscribers

extension SQLiteTables {
  static let transactionColumns = """
    transaction_id, signed_at, app_transaction_id, product_id, group_id, type, ownership, reason,
    purchase_date, original_purchase_date, expires_date, app_account_token, quantity, price,
    currency, storefront, offer_kind, offer_id, offer_discount, offer_period, is_upgraded,
    revocation_date, revocation_reason, revocation_type, revocation_percentage,
    web_order_line_item_id, additional_reason, billing_plan, commitment, seats, seat_revocations,
    previous_original_transaction_id, bundle, refunded_at
    """

  private static let oneTransaction =
    "SELECT \(transactionColumns) FROM transactions WHERE line = ? AND transaction_id = ?"
  private static let allTransactions =
    "SELECT \(transactionColumns) FROM transactions WHERE line = ? ORDER BY transaction_id"
  private static let putTransaction = """
    INSERT OR REPLACE INTO transactions (line, \(transactionColumns))
    VALUES (?, \(Cell.placeholders(TransactionFact.columnCount)))
    """

  private static let renewalColumns = """
    signed_at, app_transaction_id, product_id, auto_renew_product_id, auto_renews, renewal_date,
    renewal_price, currency, recent_start_date, expiration_intent, is_in_billing_retry,
    grace_period_expires_date, price_increase_status, offer_kind, offer_id,
    eligible_win_back_offer_ids, app_account_token, renewal_quantity, seats, billing_plan,
    commitment, bundle
    """

  private static let oneRenewal = "SELECT \(renewalColumns) FROM renewals WHERE line = ?"
  private static let putRenewal = """
    INSERT OR REPLACE INTO renewals (line, \(renewalColumns))
    VALUES (?, \(Cell.placeholders(RenewalFact.columnCount)))
    """

  func transaction(_ transactionId: String, in chain: PurchaseChainRow) throws -> TransactionFact? {
    try first(Self.oneTransaction, .integer(chain.number), Cell.text(transactionId)) {
      try TransactionFact($0, in: chain)
    }
  }

  func transactions(in chain: PurchaseChainRow) throws -> [TransactionFact] {
    try each(Self.allTransactions, .integer(chain.number)) {
      try TransactionFact($0, in: chain)
    }
  }

  mutating func put(_ fact: TransactionFact, in chain: PurchaseChainRow) throws {
    try run(
      Self.putTransaction, .integer(chain.number), Cell.text(fact.transactionId),
      Cell.moment(fact.signedDate), Cell.text(fact.appTransactionId), Cell.text(fact.productId),
      Cell.text(fact.groupId), Cell.word(fact.type?.raw), Cell.word(fact.ownership?.raw),
      Cell.word(fact.reason?.raw), Cell.moment(fact.purchaseDate),
      Cell.moment(fact.originalPurchaseDate), Cell.moment(fact.expiresDate),
      Cell.text(fact.appAccountToken), Cell.number(fact.quantity), Cell.number(fact.price),
      Cell.word(fact.currency), Cell.word(fact.storefront), Cell.number(fact.offerKind?.raw),
      Cell.text(fact.offerId), Cell.word(fact.offerDiscount?.raw), Cell.word(fact.offerPeriod),
      Cell.flag(fact.isUpgraded), Cell.moment(fact.revocationDate),
      Cell.number(fact.revocationReason), Cell.word(fact.revocationType?.raw),
      Cell.number(fact.revocationPercentage), Cell.text(fact.webOrderLineItemId),
      Cell.word(fact.additionalReason?.raw), Cell.word(fact.billingPlan?.raw),
      Cell.stored(fact.commitment), Cell.stored(fact.seats),
      Cell.stored(fact.seatRevocations.isEmpty ? nil : fact.seatRevocations),
      Cell.text(fact.previousOriginalTransactionId), Cell.stored(fact.bundle),
      Cell.moment(fact.refundedAt))
  }

  func renewal(of chain: PurchaseChainRow) throws -> RenewalFact? {
    try first(Self.oneRenewal, .integer(chain.number)) { try RenewalFact($0, in: chain) }
  }

  mutating func put(_ fact: RenewalFact, in chain: PurchaseChainRow) throws {
    let winBacks = try fact.winBackText.map { SQLValue.text($0) }
    try run(
      Self.putRenewal, .integer(chain.number), Cell.moment(fact.signedDate),
      Cell.text(fact.appTransactionId), Cell.text(fact.productId),
      Cell.text(fact.autoRenewProductId), Cell.flag(fact.autoRenews),
      Cell.moment(fact.renewalDate), Cell.number(fact.renewalPrice), Cell.word(fact.currency),
      Cell.moment(fact.recentStartDate), Cell.number(fact.expirationIntent?.raw),
      Cell.flag(fact.isInBillingRetry), Cell.moment(fact.gracePeriodExpiresDate),
      Cell.number(fact.priceIncreaseStatus), Cell.number(fact.offerKind?.raw),
      Cell.text(fact.offerId), winBacks ?? .null, Cell.text(fact.appAccountToken),
      Cell.number(fact.renewalQuantity), Cell.stored(fact.seats),
      Cell.word(fact.billingPlan?.raw), Cell.stored(fact.commitment), Cell.stored(fact.bundle))
  }
}
