package import PaywallCatalog
import PaywallTextCoding

/// A moment at which time alone may change what a customer may use.
package struct EntitlementMoment: Sendable {
  package let at: Timestamp
  package let basis: EntitlementBasis
}

/// The fact on which a change of entitlements rests.
package enum EntitlementBasis: Hashable, Sendable {
  /// The transaction that begins or ends; for a grace period the newest of its chain.
  case transaction(TransactionFact)
  case access(GivenAccess)
  case seat(SeatClaim)

  fileprivate var id: String {
    switch self {
    case .transaction(let fact): fact.transactionId
    case .access(let access): access.id
    case .seat(let claim): claim.id
    }
  }
}

extension CustomerHistory {
  /// Every moment at which entitlements may change without a new fact, in the order of time, then of
  /// ids.
  package func entitlementMoments(in snapshot: Snapshot) -> [EntitlementMoment] {
    var moments: [EntitlementMoment] = []
    for fact in transactions {
      let ends: [Timestamp?] = [
        fact.boughtAt, fact.expiresDate, fact.revokedAt, fact.lastingUntil(in: snapshot) ?? nil,
      ]
      moments += ends.compactMap(\.self).map {
        EntitlementMoment(at: $0, basis: .transaction(fact))
      }
    }
    for renewal in renewals {
      guard let end = renewal.gracePeriodExpiresDate,
        let newest = transactions.newest(ofChain: renewal.originalTransactionId)
      else { continue }
      moments.append(EntitlementMoment(at: end, basis: .transaction(newest)))
    }
    moments += access.map { EntitlementMoment(at: $0.end, basis: .access($0)) }
    moments += seats.flatMap { seat in
      seat.moments(in: snapshot).map { EntitlementMoment(at: $0, basis: .seat(seat.claim)) }
    }
    return moments.sorted {
      $0.at == $1.at ? $0.basis.id.precedes($1.basis.id) : $0.at < $1.at
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
