import PaywallCatalog
import PaywallTextCoding

extension [TransactionFact] {
  /// The same, with `SEAT_ADDITION` only on the transactions that added seats. Apple names it on every
  /// transaction of a period that seats were added to, the one from before included (AppleFacts.md § 6.4).
  /// Where a transaction without it began no later, or no seats are known, it is taken at its word.
  var tellingAdditions: [TransactionFact] {
    // Not by its key path, which would copy each transaction.
    guard contains(where: { $0.isAddition }) else { return self }
    let periods = filter { $0.seats != nil || !$0.isAddition }.asCopiesSay
    let added = Set(
      periods.filter { $0.isAddition && periods.contains(where: $0.isAdded) }
        .map { UTF8Key($0.transactionId) })
    return map { transaction in
      guard transaction.isAddition, transaction.seats != nil,
        !added.contains(UTF8Key(transaction.transactionId))
      else { return transaction }
      var first = transaction
      first.additionalReason = nil
      return first
    }
  }

  /// The same, each with the revocation that the copy signed last names: a refund of one is one of all.
  /// Copies that all name added seats were bought when the first of them was, because each addition
  /// has a billing event of its own.
  private var asCopiesSay: [TransactionFact] {
    let marked = Set(filter(\.isAddition).map { UTF8Key($0.transactionId) })
    let unmarked = map { transaction in
      var unmarked = transaction
      unmarked.additionalReason = nil
      return unmarked
    }
    var told: [UTF8Key: (revoked: Timestamp?, bought: Timestamp?)] = [:]
    for group in CopyCandidates.all(in: unmarked).flatMap(\.groups) where group.count > 1 {
      for copies in Dictionary(grouping: group, by: { CopyTerms($0) }).values {
        let last = copies.max { $1.supersedes($0) }
        let areMarked = copies.allSatisfy { marked.contains(UTF8Key($0.transactionId)) }
        let bought = areMarked ? copies.compactMap(\.purchaseDate).min() : nil
        for copy in copies { told[UTF8Key(copy.transactionId)] = (last?.revokedAt, bought) }
      }
    }
    return map { transaction in
      guard let said = told[UTF8Key(transaction.transactionId)] else { return transaction }
      var copy = transaction
      copy.revocationDate = said.revoked
      copy.purchaseDate = said.bought ?? copy.purchaseDate
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
      other.revokedAt.map({ boughtAt < $0 }) ?? true
    else { return false }
    return other.originalTransactionId.hasSameUTF8(as: originalTransactionId)
      && other.productId.hasSameUTF8(as: productId)
      && other.ownership?.raw == ownership?.raw
  }
}
