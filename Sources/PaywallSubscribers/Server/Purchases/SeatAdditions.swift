#if Server
import PaywallCatalog
import PaywallTextCoding

extension [TransactionFact] {
  /// The same, with `SEAT_ADDITION` only on the transactions that added seats. Apple names it on every
  /// transaction of a period that seats were added to, the one from before included (AppleFacts.md § 6.4).
  /// Where a transaction without it began no later, or no seats are known, it is taken at its word.
  var tellingAdditions: [TransactionFact] {
    guard contains(where: \.isAddition) else { return self }
    let periods = filter { $0.seats != nil || !$0.isAddition }.revokedAsCopiesSay
    return map { transaction in
      guard transaction.isAddition, transaction.seats != nil,
        !periods.contains(where: transaction.isAdded)
      else { return transaction }
      var first = transaction
      first.additionalReason = nil
      return first
    }
  }

  /// The same, each with the revocation that the copy signed last names: a refund of one is one of all.
  private var revokedAsCopiesSay: [TransactionFact] {
    let unmarked = map { transaction in
      var unmarked = transaction
      unmarked.additionalReason = nil
      return unmarked
    }
    var newest: [UTF8Key: TransactionFact] = [:]
    for group in CopyCandidates.all(in: unmarked).flatMap(\.groups) where group.count > 1 {
      for copies in Dictionary(grouping: group, by: { CopyTerms($0) }).values {
        guard let last = copies.max(by: { $1.supersedes($0) }) else { continue }
        for copy in copies { newest[UTF8Key(copy.transactionId)] = last }
      }
    }
    return map { transaction in
      var copy = transaction
      copy.revocationDate =
        (newest[UTF8Key(copy.transactionId)] ?? transaction).revocationDate
      return copy
    }
  }
}

extension TransactionFact {
  /// Whether it was bought while another transaction of its subscription and product ran.
  fileprivate func isAdded(to other: TransactionFact) -> Bool {
    guard let boughtAt, let began = other.boughtAt, let end = other.expiresDate,
      other.isAddition ? began < boughtAt : began <= boughtAt, boughtAt < end,
      !other.isUpgraded || end == expiresDate,
      // After a refund the same product is bought anew.
      other.revocationDate.map({ boughtAt < $0 }) ?? true
    else { return false }
    return other.originalTransactionId.hasSameUTF8(as: originalTransactionId)
      && other.productId.hasSameUTF8(as: productId)
      && other.ownership?.raw == ownership?.raw
  }
}
#endif
