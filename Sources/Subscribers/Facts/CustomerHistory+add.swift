import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// Adds a copy of a transaction; a copy older than the present one changes nothing, so that the
  /// order of arrival does not matter. A transaction of another environment is ignored.
  package mutating func add(_ transaction: TransactionFact) {
    guard transaction.environment == environment else { return }
    let index = transactions.place { $0.transactionId.precedes(transaction.transactionId) }
    if index < transactions.count, transactions[index].isCopy(of: transaction) {
      transactions[index] = transaction.merged(with: transactions[index])
    } else {
      transactions.insert(transaction, at: index)
    }
  }

  /// Adds a copy of renewal info, by the same rule.
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

  /// Merges another history of the same customer; the order of the two does not matter. Of two
  /// different `appTransactionId`s the first in byte order is kept. A history of another
  /// environment is ignored.
  package mutating func add(contentsOf other: CustomerHistory) {
    guard other.environment == environment else { return }
    appTransactionId = [appTransactionId, other.appTransactionId].compactMap { $0 }
      .min { $0.precedes($1) }
    if let own = other.acquisition { acquisition = acquisition?.merged(with: own) ?? own }
    completeAt = [completeAt, other.completeAt].compactMap { $0 }.max()
    for transaction in other.transactions { add(transaction) }
    for renewal in other.renewals { add(renewal) }
    for grant in other.grants {
      if let place = grants.firstIndex(where: { $0.id == grant.id }) {
        if grants[place].redemption == nil { grants[place] = grant }
      } else {
        grants.append(grant)
      }
    }
    grants.sort { $0.id < $1.id }
    marks = Set(marks + other.marks).sorted { $0.precedes($1) }
  }

  /// The renewal info of one subscription.
  func renewal(of originalTransactionId: String) -> RenewalFact? {
    let index = renewals.place { $0.originalTransactionId.precedes(originalTransactionId) }
    guard index < renewals.count,
      renewals[index].originalTransactionId.hasSameUTF8(as: originalTransactionId)
    else { return nil }
    return renewals[index]
  }
}

extension TransactionFact {
  fileprivate func isCopy(of other: TransactionFact) -> Bool {
    transactionId.hasSameUTF8(as: other.transactionId)
  }
}

extension RenewalFact {
  fileprivate func isCopy(of other: RenewalFact) -> Bool {
    originalTransactionId.hasSameUTF8(as: other.originalTransactionId)
  }
}

extension Array {
  /// The first index whose element does not precede what is looked for, in a sorted array.
  fileprivate func place(_ precedes: (Element) -> Bool) -> Int {
    // Histories mostly arrive in the order of their ids.
    if let last, precedes(last) { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
