package import Ledger
package import Subscribers

private enum Statements {
  static let oneTransaction =
    "SELECT \(TransactionFact.columns) FROM transactions WHERE line = ? AND transaction_id = ?"

  static let allTransactions =
    "SELECT \(TransactionFact.columns) FROM transactions WHERE line = ? ORDER BY transaction_id"

  static let putTransaction = RowStatements.put(
    into: "transactions", "line, \(TransactionFact.columns)", key: "line, transaction_id")
  static let oneRenewal = "SELECT \(RenewalFact.columns) FROM renewals WHERE line = ?"

  static let putRenewal = RowStatements.put(
    into: "renewals", "line, \(RenewalFact.columns)", key: "line")
}

extension SQLTables {
  package func transaction(_ transactionId: String, in chain: PurchaseChainRow) throws
    -> TransactionFact?
  {
    if let known = reads.ahead?.transaction(transactionId, in: chain) { return known }
    return try first(Statements.oneTransaction, .integer(chain.number), Cell.text(transactionId)) {
      try TransactionFact($0, in: chain)
    }
  }

  package func transactions(in chain: PurchaseChainRow) throws -> [TransactionFact] {
    if let known = reads.ahead?.transactionsOfChains[chain.number] { return known }
    if let last = reads.lastChain, last.number == chain.number { return last.transactions }
    let found = try each(Statements.allTransactions, .integer(chain.number)) {
      try TransactionFact($0, in: chain)
    }
    reads.lastChain = (chain.number, found)
    return found
  }

  package mutating func put(_ fact: TransactionFact, in chain: PurchaseChainRow) throws {
    try run(
      Statements.putTransaction, .integer(chain.number), Cell.text(fact.transactionId),
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
    reads.ahead?.note(fact, in: chain)
    reads.lastChain = nil
  }

  package func renewal(of chain: PurchaseChainRow) throws -> RenewalFact? {
    if let known = reads.ahead?.renewals[chain.number] { return known }
    return try first(Statements.oneRenewal, .integer(chain.number)) {
      try RenewalFact($0, in: chain)
    }
  }

  package mutating func put(_ fact: RenewalFact, in chain: PurchaseChainRow) throws {
    let winBacks = try fact.winBackText.map { SQLValue.text($0) }
    try run(
      Statements.putRenewal, .integer(chain.number), Cell.moment(fact.signedDate),
      Cell.text(fact.appTransactionId), Cell.text(fact.productId),
      Cell.text(fact.autoRenewProductId), Cell.flag(fact.autoRenews),
      Cell.moment(fact.renewalDate), Cell.number(fact.renewalPrice), Cell.word(fact.currency),
      Cell.moment(fact.recentStartDate), Cell.number(fact.expirationIntent?.raw),
      Cell.flag(fact.isInBillingRetry), Cell.moment(fact.gracePeriodExpiresDate),
      Cell.number(fact.priceIncreaseStatus), Cell.number(fact.offerKind?.raw),
      Cell.text(fact.offerId), winBacks ?? .null, Cell.text(fact.appAccountToken),
      Cell.number(fact.renewalQuantity), Cell.stored(fact.seats),
      Cell.word(fact.billingPlan?.raw), Cell.stored(fact.commitment), Cell.stored(fact.bundle))
    reads.ahead?.renewals[chain.number] = fact
  }
}
