#if Server
package import PaywallCatalog
import PaywallTextCoding

/// A moment at which time alone may change what a customer may use.
package struct EntitlementMoment: Sendable {
  package let at: Timestamp
  /// The transaction that begins or ends then; for a grace period the newest of its chain.
  package let transaction: TransactionFact
}

extension CustomerHistory {
  /// Every moment at which entitlements may change without a new fact, in the order of time, then of
  /// transaction ids.
  package func entitlementMoments(in snapshot: Snapshot) -> [EntitlementMoment] {
    var moments: [EntitlementMoment] = []
    for fact in transactions {
      let ends: [Timestamp?] = [
        fact.boughtAt, fact.expiresDate, fact.revokedAt, fact.lastingUntil(in: snapshot) ?? nil,
      ]
      moments += ends.compactMap(\.self).map { EntitlementMoment(at: $0, transaction: fact) }
    }
    for renewal in renewals {
      guard let end = renewal.gracePeriodExpiresDate,
        let newest = transactions.newest(ofChain: renewal.originalTransactionId)
      else { continue }
      moments.append(EntitlementMoment(at: end, transaction: newest))
    }
    return moments.sorted {
      $0.at == $1.at
        ? $0.transaction.transactionId.precedes($1.transaction.transactionId) : $0.at < $1.at
    }
  }
}

extension [TransactionFact] {
  /// The transaction of a chain that ends last.
  package func newest(ofChain originalTransactionId: String) -> TransactionFact? {
    filter { $0.originalTransactionId.hasSameUTF8(as: originalTransactionId) }.max {
      let ends = [$0, $1].map { $0.expiresDate ?? $0.signedDate }
      return ends[0] == ends[1]
        ? $0.transactionId.precedes($1.transactionId) : ends[0] < ends[1]
    }
  }
}
#endif
