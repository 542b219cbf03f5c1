import PaywallCatalog
import PaywallTextCoding
import Subscribers

// The postings that follow from purchases. They are written with the fact, so a repeat, a replay
// or a copy of the same purchase writes none.
extension LedgerTables {
  /// Credits what a new purchase gives, and takes back the part that Apple has refunded.
  ///
  /// - Parameter before: the transaction as it was known; `nil` if it was not.
  mutating func postCredits(
    from before: TransactionFact?, to after: TransactionFact, in chain: PurchaseChainRow,
    at now: Timestamp, isHistory: Bool
  ) throws {
    guard after.isOwn, before?.returnedInAll != after.returnedInAll else { return }
    if before == nil, after.returnedInAll.isNone, try credits(of: after.productId).isEmpty {
      return
    }
    var purchase = CreditedPurchase(
      fact: after, returned: after.returnedInAll, chain: chain, now: now, isHistory: isHistory)
    var (posted, isFirst) = ([] as [Posting], before == nil)
    // A purchase without copies has no postings before its first fact.
    if before != nil || after.purchaseName != nil {
      let purchases = try purchases(in: chain)
      let ids = purchases.ids(ofCopiesOf: after.transactionId)
      isFirst = isFirst && ids.count == 1
      let id = purchases.id(ofTransaction: after.transactionId)
      if let whole = purchases.facts.first(where: { $0.transactionId.hasSameUTF8(as: id) }) {
        purchase.returned = whole.returnedInAll
      }
      posted = try postings(in: chain).filter { posting in
        ids.contains { $0.hasSameUTF8(as: posting.id) }
      }
    }
    if isFirst, after.seats != nil || after.isAddition {
      isFirst = try !hasOther(ofPeriod: after, in: chain)
    }
    if isFirst { posted = try credit(purchase) }
    try takeBack(purchase, posted)
  }

  /// Whether another transaction of the same period is known. Seats that are added are transactions of
  /// their own, and Apple marks each one of the period so: the first that is known credits.
  private func hasOther(ofPeriod fact: TransactionFact, in chain: PurchaseChainRow) throws -> Bool {
    try transactions(in: chain).contains {
      $0.isOwn && !$0.transactionId.hasSameUTF8(as: fact.transactionId)
        && $0.productId.hasSameUTF8(as: fact.productId) && $0.expiresDate == fact.expiresDate
    }
  }

  /// A free trial credits nothing, and neither does a purchase that was erased with its person.
  private mutating func credit(_ purchase: CreditedPurchase) throws -> [Posting] {
    let fact = purchase.fact
    guard fact.offerDiscount?.known != .freeTrial else { return [] }
    let credits = try credits(of: fact.productId)
    guard !credits.isEmpty, try !isOfErased(fact) else { return [] }
    let quantity = fact.isOneTime ? min(max(fact.quantity ?? 1, 1), 10_000) : 1
    return try credits.sorted { $0.key < $1.key }.map { currency, amount in
      try post(amount * Int64(quantity), in: currency, .purchase, for: purchase)
    }
  }

  /// Brings what was taken back to the refunded share of each credit, rounded down to whole units.
  private mutating func takeBack(_ purchase: CreditedPurchase, _ posted: [Posting]) throws {
    for credit in posted where credit.cause == .purchase {
      let held = posted.reduce(0) { sum, posting in
        sum + (posting.currency.hasSameUTF8(as: credit.currency) ? posting.amount : 0)
      }
      let change = credit.amount - purchase.returned.of(credit.amount) - held
      guard change != 0 else { continue }
      _ = try post(
        change, in: credit.currency, change < 0 ? .refund : .refundReversed, for: purchase)
    }
  }

  private mutating func post(
    _ amount: Int64, in currency: String, _ cause: Posting.Cause, for purchase: CreditedPurchase
  ) throws -> Posting {
    let fact = purchase.fact
    let moment =
      switch cause {
      case .purchase: fact.happenedAt
      case .refund: fact.revokedAt ?? fact.signedDate
      default: fact.signedDate
      }
    let posting = Posting(
      currency: currency, amount: amount, cause: cause, id: fact.transactionId, at: moment)
    try add(posting, of: purchase.chain.owner, by: purchase.chain)
    try tell(posting, for: purchase)
    return posting
  }
}

/// A purchase whose product may give units, with how its fact came.
struct CreditedPurchase {
  let fact: TransactionFact
  /// The refunded share, over all copies.
  var returned: Share
  let chain: PurchaseChainRow
  let now: Timestamp
  let isHistory: Bool
}
