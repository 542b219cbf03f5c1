import Catalog
import TextCoding

extension CustomerHistory {
  /// Every redemption of an offer by the customer, in the order of time. A run begins with a
  /// purchase, or with another offer than the period before had (AppleFacts.md § 5.2). Refunded and
  /// upgraded periods are redemptions too; a family member's are not.
  package var offerRuns: [OfferRun] { runs(along: Timeline(transactions)) }

  func runs(along timeline: Timeline) -> [OfferRun] {
    var runs: [OfferRun] = []
    for range in timeline.subscriptions {
      for position in range where timeline.terms[position].hasOffer {
        let previous = position == range.lowerBound ? nil : timeline.terms[position - 1]
        add(timeline.terms[position], after: previous, to: &runs)
      }
    }
    // What does not renew is bought once.
    for term in timeline.others where term.hasOffer { add(term, after: nil, to: &runs) }
    return runs.sorted {
      $0.start != $1.start ? $0.start < $1.start : $0.transactionId.precedes($1.transactionId)
    }
  }

  private func add(_ term: Term, after previous: Term?, to runs: inout [OfferRun]) {
    let transaction = transactions[term.index]
    guard let offer = transaction.offer, term.isOwn else { return }
    let end = [transaction.expiresDate, transaction.revocationDate].compactMap { $0 }.min()
    if let previous, let last = runs.indices.last, !term.isPurchase, previous.hasOffer,
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
        transactionId: transaction.transactionId, start: term.start, end: end,
        isCutOff: previous == nil && term.isRenewal))
  }
}
