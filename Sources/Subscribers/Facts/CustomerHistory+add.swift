import Catalog

extension CustomerHistory {
  /// Takes in a copy of a transaction; one that is older than what is here changes nothing, so that
  /// the order of arrival does not matter. One of another environment is left out.
  package mutating func add(_ transaction: TransactionFact) {
    guard transaction.environment == environment else { return }
    let index = transactions.place { $0.transactionId.precedes(transaction.transactionId) }
    if index < transactions.count, transactions[index].isCopy(of: transaction) {
      if transaction.supersedes(transactions[index]) { transactions[index] = transaction }
    } else {
      transactions.insert(transaction, at: index)
    }
  }

  /// Takes in a copy of renewal info, by the same rule.
  package mutating func add(_ renewal: RenewalFact) {
    guard renewal.environment == environment else { return }
    let index = renewals.place {
      $0.originalTransactionId.precedes(renewal.originalTransactionId)
    }
    if index < renewals.count, renewals[index].isCopy(of: renewal) {
      if renewal.supersedes(renewals[index]) { renewals[index] = renewal }
    } else {
      renewals.insert(renewal, at: index)
    }
  }

  /// Takes in what another source knows of the same customer.
  package mutating func add(contentsOf other: CustomerHistory) {
    appTransactionId = appTransactionId ?? other.appTransactionId
    for transaction in other.transactions { add(transaction) }
    for renewal in other.renewals { add(renewal) }
  }
}

extension TransactionFact {
  fileprivate func isCopy(of other: TransactionFact) -> Bool {
    transactionId.utf8.elementsEqual(other.transactionId.utf8)
  }
}

extension RenewalFact {
  fileprivate func isCopy(of other: RenewalFact) -> Bool {
    originalTransactionId.utf8.elementsEqual(other.originalTransactionId.utf8)
  }
}

extension String {
  fileprivate func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Array {
  /// The first index whose element does not precede what is looked for, in a sorted array.
  fileprivate func place(_ precedes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
