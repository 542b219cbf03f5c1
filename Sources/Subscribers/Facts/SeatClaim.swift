package import PaywallCatalog

/// A seat that the team's server claimed for a member of a group: a purchase with developer-hosted
/// invitations gives members no transactions, so the server keeps who has a seat.
package struct SeatClaim: Hashable, Sendable {
  /// Apple's `seatClaimId`.
  package var id: String
  /// The subscription of the one who pays.
  package var originalTransactionId: String
  package var claimedAt: Timestamp
  package var ended: Ending?

  package struct Ending: Hashable, Sendable {
    package var at: Timestamp
    package var by: Party

    package init(at moment: Timestamp, by party: Party) { (at, by) = (moment, party) }
  }

  package enum Party: String, CaseIterable, Sendable {
    /// The team unclaimed it.
    case server
    /// The App Store did, after a refund for example.
    case appStore
  }

  package init(
    id: String, originalTransactionId: String, claimedAt: Timestamp, ended: Ending? = nil
  ) {
    (self.id, self.originalTransactionId) = (id, originalTransactionId)
    (self.claimedAt, self.ended) = (claimedAt, ended)
  }

  package func isHeld(at now: Timestamp) -> Bool { ended.map { $0.at > now } ?? true }
}

/// A claim with the purchases that pay for it.
package struct HeldSeat: Hashable, Sendable {
  package var claim: SeatClaim
  package var purchase: CustomerHistory

  package init(_ claim: SeatClaim, of purchase: CustomerHistory) {
    (self.claim, self.purchase) = (claim, purchase)
  }

  /// The entitlements of the one who pays, while the claim holds.
  func entitlements(at now: Timestamp, in snapshot: Snapshot) -> [Entitlement] {
    guard claim.isHeld(at: now), !wasBoughtAnew(by: now) else { return [] }
    return purchase.entitlements(at: now, in: snapshot).map { entitlement in
      var entitlement = entitlement
      (entitlement.source, entitlement.transactionId) = (.seat, claim.id)
      return entitlement
    }
  }

  /// Whether the subscription had ended and was bought again since the claim. Such a purchase begins
  /// without claims.
  private func wasBoughtAnew(by now: Timestamp) -> Bool {
    purchase.transactions.contains { fact in
      guard fact.reason?.known == .purchase, let start = fact.purchaseDate,
        start > claim.claimedAt, start <= now
      else { return false }
      return !purchase.transactions.contains { other in
        guard let began = other.purchaseDate, began < start, let end = other.expiresDate else {
          return false
        }
        return min(end, other.revokedAt ?? end) >= start
      }
    }
  }

  /// The moments at which time alone may change them.
  func moments(in snapshot: Snapshot) -> [Timestamp] {
    purchase.entitlementMoments(in: snapshot).map(\.at) + [claim.ended?.at].compactMap(\.self)
  }
}
