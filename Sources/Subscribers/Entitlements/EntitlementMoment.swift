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
  /// Every moment after `start` at which entitlements may change without a new fact, in the order of
  /// time, then of ids.
  package func entitlementMoments(
    in snapshot: Snapshot, after start: Timestamp = Timestamp(milliseconds: .min)
  ) -> [EntitlementMoment] {
    var moments: [EntitlementMoment] = []
    func add(_ moment: Timestamp?, _ basis: @autoclosure () -> EntitlementBasis?) {
      guard let moment, moment > start, let basis = basis() else { return }
      moments.append(EntitlementMoment(at: moment, basis: basis))
    }
    for fact in transactions {
      for moment in [fact.boughtAt, fact.expiresDate, fact.revokedAt] {
        add(moment, .transaction(fact))
      }
      add(fact.lastingUntil(in: snapshot) ?? nil, .transaction(fact))
    }
    for renewal in renewals {
      add(
        renewal.gracePeriodExpiresDate,
        transactions.newest(ofChain: renewal.originalTransactionId).map { .transaction($0) })
    }
    for each in access { add(each.end, .access(each)) }
    for seat in seats {
      for moment in seat.moments(in: snapshot) { add(moment, .seat(seat.claim)) }
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
