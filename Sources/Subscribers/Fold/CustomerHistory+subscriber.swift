package import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// The facts for audiences and offers at a moment, by the keys of the configuration's groups. A
  /// subscription in a group that is not configured only counts for `everSubscribed`.
  package func facts(at now: Timestamp, in snapshot: Snapshot) -> SubscriberFacts {
    let subscriber = subscriber(at: now, in: snapshot)
    var groups: [String: GroupFacts] = [:]
    for group in subscriber.groups {
      guard let id = group.id,
        let key = snapshot.groups.first(where: { $0.id.hasSameUTF8(as: id) })?.key
      else { continue }
      groups[key] = group.facts
    }
    let newest = subscriber.newestFact
    return SubscriberFacts(
      groups: groups, everSubscribed: subscriber.everSubscribed,
      redemptions: subscriber.redemptions,
      grants: grants.filter { $0.countsForItsDay(at: now) }, newestFact: newest,
      isComplete: completeAt.map { complete in newest.map { $0 <= complete } ?? true } ?? false,
      isAcquisitionRevoked: acquisition?.isRevoked(at: now) ?? false)
  }

  /// Folds this history for a moment; the order in which the facts came does not matter.
  ///
  /// - Parameter snapshot: gives product type and group if Apple omitted them; nothing else of it
  ///   is read.
  package func subscriber(at now: Timestamp, in snapshot: Snapshot? = nil) -> Subscriber {
    let timeline = Timeline(transactions)
    let subscriptions = subscriptions(along: timeline, at: now, in: snapshot)
    let runs = runs(along: timeline)
    var spend = Spend()
    var (refunds, newest): (Int, Timestamp?) = (0, nil)
    for period in [timeline.periods, timeline.others].joined() {
      let returned = period.returned(at: now, of: timeline.facts)
      if !returned.isNone { refunds += 1 }
      if period.isOwn {
        spend.add(
          price: timeline.facts[period.index].price,
          currency: timeline.facts[period.index].currency, returned: returned)
      }
      newest = later(newest, timeline.facts[period.index].signedDate)
    }
    for renewal in renewals where subscriptions.contains(where: { $0.has(renewal) }) {
      newest = later(newest, renewal.signedDate)
    }
    return Subscriber(
      at: now, subscriptions: subscriptions,
      groups: GroupFold(
        subscriptions: subscriptions, joined: JoinedChains(timeline), runs: runs,
        marks: marks, now: now
      ).groups,
      runs: runs, redemptions: redemptions(runs), spend: spend.byCurrency, refunds: refunds,
      everSubscribed: !subscriptions.isEmpty || marks.contains(.everSubscribed),
      newestFact: newest)
  }

  /// - Parameter timeline: of the transactions.
  func subscriptions(
    along timeline: Timeline, at now: Timestamp, in snapshot: Snapshot?
  ) -> [Subscription] {
    timeline.subscriptions.compactMap { range in
      let periods = timeline.periods[range]
      let facts = timeline.facts
      guard periods.contains(where: { facts[$0.index].kind(in: snapshot) == .autoRenewable })
      else { return nil }
      let fold = SubscriptionFold(
        transactions: facts, periods: periods,
        renewal: renewal(of: facts[periods[range.lowerBound].index].originalTransactionId),
        now: now)
      return fold.subscription(groupId: groupId(of: periods, among: facts, in: snapshot))
    }.sorted { $0.originalTransactionId.precedes($1.originalTransactionId) }
  }

  /// The group of the last transaction that has one: Apple's identifier if the configuration has
  /// it, else the configured group of the product, else Apple's identifier.
  private func groupId(
    of periods: ArraySlice<BillingPeriod>, among facts: [TransactionFact], in snapshot: Snapshot?
  ) -> String? {
    let told = periods.last { facts[$0.index].groupId != nil }
    let id = told.flatMap { facts[$0.index].groupId }
    guard let snapshot else { return id }
    if let id, snapshot.groups.contains(where: { $0.id.hasSameUTF8(as: id) }) { return id }
    let configured = periods.reversed().lazy.compactMap { period in
      snapshot.products[facts[period.index].productId]?.group.flatMap { snapshot.group($0) }
    }.first
    return configured?.id ?? id
  }
}

extension Subscription {
  fileprivate func has(_ renewal: RenewalFact) -> Bool {
    originalTransactionId.hasSameUTF8(as: renewal.originalTransactionId)
  }
}
