package import PaywallCatalog
import PaywallTextCoding

/// A grant whose redemption differs from the stored one.
package struct GrantSettlement: Hashable, Sendable {
  /// The grant as it must be stored.
  package var grant: Grant
  /// It was redeemed after it had lapsed: it counts, and is reported.
  package var isLate: Bool
}

extension CustomerHistory {
  /// The changes of grants that the purchases of this history redeem; call it after every new fact,
  /// and store the result with the fact.
  ///
  /// Each run redeems one grant: in the order of the runs, the newest free one of its offer for its
  /// product, or of its offer if there is none for that product, that was granted before it. The
  /// order of arrival does not matter: if the beginning of a run arrives after its rest, the
  /// redemption is moved or revoked, and moving is never late. A grant whose transaction was erased
  /// stays as it is; if that purchase comes back, it redeems no other grant.
  ///
  /// - Parameter now: when the newest fact arrived.
  package func settlements(receivedAt now: Timestamp) -> [GrantSettlement] {
    guard !grants.isEmpty else { return [] }
    var settled = grants.map { grant in
      var open = grant
      if let redemption = grant.redemption, has(redemption.transactionId) { open.redemption = nil }
      return open
    }
    let erased = settled.filter { $0.redemption != nil }
    for run in offerRuns where !erased.contains(where: { $0.wasRedeemed(by: run) }) {
      guard let place = settled.place(redeemedBy: run) else { continue }
      settled[place].redemption = Grant.Redemption(
        transactionId: run.transactionId, purchaseDate: run.start)
    }
    return zip(grants, settled).compactMap { before, after in
      guard before.redemption != after.redemption else { return nil }
      return GrantSettlement(
        grant: after, isLate: before.redemption == nil && now >= before.lapsesAt)
    }
  }

  private func has(_ transactionId: String) -> Bool {
    transactions.contains { $0.transactionId.hasSameUTF8(as: transactionId) }
  }
}

extension [Grant] {
  /// The index of the free grant that a run redeems.
  fileprivate func place(redeemedBy run: OfferRun) -> Int? {
    indices.filter { self[$0].redemption == nil && self[$0].mayBeRedeemed(by: run) }.max {
      let (left, right) = (self[$0], self[$1])
      let areSame = [left, right].map { $0.product.hasSameUTF8(as: run.product) }
      if areSame[0] != areSame[1] { return areSame[1] }
      return (left.grantedAt, left.id) < (right.grantedAt, right.id)
    }
  }
}

extension Grant {
  /// The greatest difference between Apple's clock and ours, in milliseconds: 5 minutes.
  private static let clockDifference: Int64 = 300_000

  fileprivate func mayBeRedeemed(by run: OfferRun) -> Bool {
    grantedAt <= run.start.adding(milliseconds: Self.clockDifference) && isOffer(of: run)
  }

  fileprivate func wasRedeemed(by run: OfferRun) -> Bool {
    redemption?.purchaseDate == run.start && isOffer(of: run)
  }

  private func isOffer(of run: OfferRun) -> Bool {
    switch run.offer.kind.known {
    case .promotional: return kind == .promotional && run.offer.id.hasSameUTF8(as: offerId)
    case .introductory: return kind == .introductory && run.product.hasSameUTF8(as: product)
    case .offerCode, .winBack, .retention, nil: return false
    }
  }
}
