import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// Every redemption of an offer by the customer, in the order of time. A run begins with a
  /// purchase, or with another offer than the period before had (AppleFacts.md § 5.2). Refunded and
  /// upgraded periods are redemptions too; a family member's and added seats are not.
  package var offerRuns: [OfferRun] { runs(along: Timeline(transactions)) }

  func runs(along timeline: Timeline) -> [OfferRun] {
    var runs: [OfferRun] = []
    for range in timeline.subscriptions {
      var previous: BillingPeriod?
      for period in timeline.periods[range] where !period.isAddition {
        if period.hasOffer { add(period, after: previous, of: timeline, to: &runs) }
        previous = period
      }
    }
    // A purchase that does not renew happens once.
    for period in timeline.others where period.hasOffer {
      add(period, after: nil, of: timeline, to: &runs)
    }
    return runs.sorted {
      $0.start != $1.start ? $0.start < $1.start : $0.transactionId.precedes($1.transactionId)
    }
  }

  private func add(
    _ period: BillingPeriod, after previous: BillingPeriod?, of timeline: Timeline,
    to runs: inout [OfferRun]
  ) {
    let transaction = timeline.facts[period.index]
    guard let offer = transaction.offer, period.isOwn else { return }
    let end = [transaction.expiresDate, transaction.revokedAt].compactMap { $0 }.min()
    if let previous, let last = runs.indices.last, !period.isPurchase, previous.hasOffer,
      previous.isOwn, runs[last].offer.hasSameUTF8(as: offer),
      runs[last].product.hasSameUTF8(as: transaction.productId)
    {
      runs[last].end = later(runs[last].end, end)
      return
    }
    runs.append(
      OfferRun(
        offer: offer, product: transaction.productId,
        originalTransactionId: transaction.originalTransactionId,
        transactionId: transaction.transactionId, start: period.start, end: end,
        isCutOff: previous == nil && period.isRenewal))
  }
}
