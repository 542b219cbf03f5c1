import PaywallTextCoding

/// The purchases of a customer as the fold reads them: each parsed once, those of a subscription
/// side by side in chronological order.
struct Timeline {
  /// One for each purchase (``Purchases``), to which the indices refer.
  let facts: [TransactionFact]
  /// By subscription, then start, then id.
  private(set) var periods: [BillingPeriod] = []
  /// The range of the periods of each subscription.
  private(set) var subscriptions: [Range<Int>] = []
  /// Purchases that do not renew, sorted by id.
  private(set) var others: [BillingPeriod] = []

  init(_ transactions: [TransactionFact]) {
    facts = Purchases(transactions).facts
    periods.reserveCapacity(facts.count)
    // The index of one transaction of each subscription.
    var firsts: [Int] = []
    for (index, transaction) in facts.enumerated() {
      var period = BillingPeriod(transaction, at: index)
      guard period.mayRenew else {
        others.append(period)
        continue
      }
      let number = firsts.lastIndex {
        facts[$0].originalTransactionId.hasSameUTF8(as: transaction.originalTransactionId)
      }
      if number == nil { firsts.append(index) }
      period.subscription = number ?? firsts.count - 1
      periods.append(period)
    }
    periods.sort {
      ($0.subscription, $0.start, $0.index) < ($1.subscription, $1.start, $1.index)
    }
    var start = 0
    for end in periods.indices
    where end + 1 == periods.count || periods[end + 1].subscription != periods[end].subscription {
      subscriptions.append(start..<end + 1)
      start = end + 1
    }
  }
}
