import Catalog
import TextCoding

/// The transactions of a customer as the fold reads them: words and dates of each read once, those
/// of a subscription side by side in the order they were lived through.
struct Timeline {
  /// By subscription, then start, then id.
  private(set) var terms: [Term] = []
  /// Where the terms of each subscription stand.
  private(set) var subscriptions: [Range<Int>] = []
  /// What does not renew, in the order of the ids.
  private(set) var others: [Term] = []

  init(_ transactions: [TransactionFact]) {
    terms.reserveCapacity(transactions.count)
    // The place of one transaction of each subscription.
    var firsts: [Int] = []
    for (index, transaction) in transactions.enumerated() {
      var term = Term(transaction, at: index)
      guard term.mayRenew else {
        others.append(term)
        continue
      }
      let number = firsts.lastIndex {
        transactions[$0].originalTransactionId.hasSameUTF8(as: transaction.originalTransactionId)
      }
      if number == nil { firsts.append(index) }
      term.subscription = number ?? firsts.count - 1
      terms.append(term)
    }
    terms.sort {
      ($0.subscription, $0.start, $0.index) < ($1.subscription, $1.start, $1.index)
    }
    var start = 0
    for end in terms.indices
    where end + 1 == terms.count || terms[end + 1].subscription != terms[end].subscription {
      subscriptions.append(start..<end + 1)
      start = end + 1
    }
  }
}
