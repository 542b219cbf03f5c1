package import Catalog
import TextCoding

extension CustomerHistory {
  /// What this history means at a moment: a function of the facts, whatever order they came in.
  ///
  /// - Parameter snapshot: tells the kind and the group of what Apple left unsaid; nothing else of
  ///   it is read.
  package func subscriber(at now: Timestamp, in snapshot: Snapshot? = nil) -> Subscriber {
    let timeline = Timeline(transactions)
    let subscriptions = subscriptions(along: timeline, at: now, in: snapshot)
    let runs = runs(along: timeline)
    var spend = Spend()
    var (refunds, newest): (Int, Timestamp?) = (0, nil)
    for term in [timeline.terms, timeline.others].joined() {
      let returned = term.returned(at: now)
      if returned > 0 { refunds += 1 }
      if term.isOwn {
        spend.add(
          price: transactions[term.index].price, currency: transactions[term.index].currency,
          returned: returned)
      }
      newest = later(newest, transactions[term.index].signedDate)
    }
    for renewal in renewals where subscriptions.contains(where: { $0.has(renewal) }) {
      newest = later(newest, renewal.signedDate)
    }
    return Subscriber(
      at: now, subscriptions: subscriptions,
      groups: GroupFold(subscriptions: subscriptions, runs: runs, marks: marks, now: now).groups,
      runs: runs, redemptions: redemptions(runs), spend: spend.byCurrency, refunds: refunds,
      everSubscribed: !subscriptions.isEmpty || marks.contains(.everSubscribed),
      newestFact: newest)
  }

  private func subscriptions(
    along timeline: Timeline, at now: Timestamp, in snapshot: Snapshot?
  ) -> [Subscription] {
    timeline.subscriptions.compactMap { range in
      let terms = timeline.terms[range]
      guard terms.contains(where: { transactions[$0.index].kind(in: snapshot) == .autoRenewable })
      else { return nil }
      let fold = SubscriptionFold(
        transactions: transactions, terms: terms,
        renewal: renewal(of: transactions[terms[range.lowerBound].index].originalTransactionId),
        now: now)
      return fold.subscription(groupId: groupId(of: terms, in: snapshot))
    }.sorted { $0.originalTransactionId.precedes($1.originalTransactionId) }
  }

  /// The group of the last transaction that tells one: Apple's identifier if the configuration has
  /// it, else the configured group of the product, else Apple's as it is.
  private func groupId(
    of terms: ArraySlice<Term>, in snapshot: Snapshot?
  ) -> String? {
    let told = terms.last { transactions[$0.index].groupId != nil }
    let id = told.flatMap { transactions[$0.index].groupId }
    guard let snapshot else { return id }
    if let id, snapshot.groups.contains(where: { $0.id.hasSameUTF8(as: id) }) { return id }
    let configured = terms.reversed().lazy.compactMap { term in
      snapshot.products[transactions[term.index].productId]?.group.flatMap { snapshot.group($0) }
    }.first
    return configured?.id ?? id
  }
}

extension Subscription {
  fileprivate func has(_ renewal: RenewalFact) -> Bool {
    originalTransactionId.hasSameUTF8(as: renewal.originalTransactionId)
  }
}
