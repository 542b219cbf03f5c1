import Catalog

/// The transactions of a customer by subscription, each in the order it was lived through. Sorted
/// once, by integers.
struct Timeline {
  struct Term {
    /// The place in the history's transactions.
    let index: Int
    /// The number of the subscription, by first mention.
    let subscription: Int
    let start: Timestamp
  }

  private(set) var terms: [Term] = []
  /// Where the terms of each subscription stand.
  private(set) var subscriptions: [Range<Int>] = []

  init(_ transactions: [TransactionFact]) {
    terms.reserveCapacity(transactions.count)
    var firsts: [Int] = []
    for index in transactions.indices where transactions[index].mayRenew {
      let number = firsts.lastIndex {
        transactions[$0].originalTransactionId.isExactly(transactions[index].originalTransactionId)
      }
      if number == nil { firsts.append(index) }
      terms.append(
        Term(
          index: index, subscription: number ?? firsts.count - 1, start: transactions[index].start))
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

extension TransactionFact {
  /// Could be a subscription's: Apple does not say that it is something else.
  fileprivate var mayRenew: Bool {
    switch type?.known {
    case .autoRenewable, nil: true
    case .consumable, .nonConsumable, .nonRenewing: false
    }
  }
}
