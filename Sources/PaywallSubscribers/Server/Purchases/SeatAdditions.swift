#if Server
import PaywallCatalog
import PaywallTextCoding

extension [TransactionFact] {
  /// The same, with `SEAT_ADDITION` only on the transactions that added seats. Apple names it on every
  /// transaction of a period that seats were added to, the one from before included (AppleFacts.md § 6.4).
  /// Where a transaction without it began no later, or no seats are known, it is taken at its word.
  var tellingAdditions: [TransactionFact] {
    guard contains(where: \.isAddition) else { return self }
    let periods = filter { $0.seats != nil || !$0.isAddition }
    return map { transaction in
      guard transaction.isAddition, transaction.seats != nil,
        !periods.contains(where: transaction.isAdded)
      else { return transaction }
      var first = transaction
      first.additionalReason = nil
      return first
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
