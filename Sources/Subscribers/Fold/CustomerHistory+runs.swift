import Catalog

extension CustomerHistory {
  /// Every redemption of an offer by the customer, in the order of time. A run begins with a
  /// purchase, or with another offer than the period before had (apple-offers.md 8 b). Refunded and
  /// upgraded periods are redemptions too; a family member's are not.
  package var offerRuns: [OfferRun] { runs(along: Timeline(transactions)) }

  func runs(along timeline: Timeline) -> [OfferRun] {
    guard transactions.contains(where: { $0.offerKind != nil }) else { return [] }
    var runs: [OfferRun] = []
    for range in timeline.subscriptions {
      var previous: Int?
      for position in range {
        let index = timeline.terms[position].index
        add(transactions[index], after: previous.map { transactions[$0] }, to: &runs)
        previous = index
      }
    }
    // What does not renew is bought once.
    for transaction in transactions where transaction.isBoughtOnce {
      add(transaction, after: nil, to: &runs)
    }
    return runs.sorted {
      $0.start != $1.start ? $0.start < $1.start : $0.transactionId.precedes($1.transactionId)
    }
  }

  private func add(
    _ transaction: TransactionFact, after previous: TransactionFact?, to runs: inout [OfferRun]
  ) {
    guard let offer = transaction.offer, transaction.isOwn else { return }
    let end = [transaction.expiresDate, transaction.revocationDate].compactMap { $0 }.min()
    if let previous, transaction.continues(previous), let last = runs.indices.last {
      runs[last].end = [runs[last].end, end].compactMap { $0 }.max()
      return
    }
    runs.append(
      OfferRun(
        offer: offer, product: transaction.productId,
        originalTransactionId: transaction.originalTransactionId,
        transactionId: transaction.transactionId, start: transaction.start, end: end,
        isCutOff: previous == nil && transaction.reason?.known == .renewal))
  }
}

extension TransactionFact {
  /// Whether it goes on with the offer of the period before.
  fileprivate func continues(_ previous: TransactionFact) -> Bool {
    guard let offer, let before = previous.offer else { return false }
    return reason?.known != .purchase && previous.isOwn && offer.isExactly(before)
      && productId.isExactly(previous.productId)
  }

  fileprivate var isBoughtOnce: Bool {
    switch type?.known {
    case .consumable, .nonConsumable, .nonRenewing: true
    case .autoRenewable, nil: false
    }
  }
}
