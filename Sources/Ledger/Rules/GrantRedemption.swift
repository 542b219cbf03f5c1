import Catalog
package import Subscribers

/// Which transactions redeem which grants of one customer.
package enum GrantRedemption {
  /// A signature is made while its grant is outstanding, and Apple takes it as long again.
  private static let reach = 2 * Grant.lifetime
  /// How far Apple's clock and ours may stand apart.
  private static let skew: Int64 = 300_000

  /// The redemption of each grant that has one, by the grant's id. A function of all grants and
  /// runs, so that it does not depend on which transaction came first.
  ///
  /// A run redeems a grant of its kind and offer identifier (for introductory offers of its
  /// product) that was made in the 48 hours before the purchase: of the same product before another,
  /// then the newest. The redemption of an erased customer's grant stays as it is.
  package static func redemptions(
    of grants: [GrantRow], by runs: [OfferRun]
  ) -> [Int64: Grant.Redemption] {
    var redeemed: [Int64: Grant.Redemption] = [:]
    for row in grants where row.isErasedRedemption { redeemed[row.grant.id] = row.grant.redemption }
    for run in runs where !grants.contains(where: { $0.isErasedRedemption(of: run) }) {
      let chosen = grants.filter { redeemed[$0.grant.id] == nil && $0.takes(run) }
        .max { $0.preference(for: run) < $1.preference(for: run) }
      guard let chosen else { continue }
      redeemed[chosen.grant.id] = Grant.Redemption(
        transactionId: run.transactionId, purchaseDate: run.purchaseDate)
    }
    return redeemed
  }

  fileprivate static func reaches(_ grant: Grant, _ purchaseDate: Timestamp) -> Bool {
    purchaseDate >= grant.grantedAt.adding(milliseconds: -skew)
      && purchaseDate < grant.grantedAt.adding(milliseconds: reach)
  }
}

extension GrantRow {
  /// Redeemed by a transaction whose id was erased.
  fileprivate var isErasedRedemption: Bool { grant.redemption?.transactionId.isEmpty == true }

  fileprivate func isErasedRedemption(of run: OfferRun) -> Bool {
    isErasedRedemption && isSameOffer(as: run)
      && grant.redemption?.purchaseDate == run.purchaseDate
  }

  fileprivate func takes(_ run: OfferRun) -> Bool {
    isSameOffer(as: run) && GrantRedemption.reaches(grant, run.purchaseDate)
  }

  private func isSameOffer(as run: OfferRun) -> Bool {
    guard kind == run.kind else { return false }
    guard let offerId = run.offerId else { return isSameProduct(as: run) }
    return grant.offerId.utf8.elementsEqual(offerId.utf8)
  }

  private func isSameProduct(as run: OfferRun) -> Bool {
    grant.product.utf8.elementsEqual(run.productId.utf8)
  }

  fileprivate func preference(for run: OfferRun) -> (Int, Int64, Int64) {
    (isSameProduct(as: run) ? 1 : 0, grant.grantedAt.milliseconds, grant.id)
  }
}
