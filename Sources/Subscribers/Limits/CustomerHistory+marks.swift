extension CustomerHistory {
  /// The marks that remain when this customer is erased: that there was a subscription, in which
  /// groups an introductory offer was used, and when promotional offers were redeemed. A
  /// subscription without a known group leaves no mark of introductory use. Grants are no
  /// purchases, and stay where they are stored.
  package var marksToKeep: [HistoryMark] {
    var kept = Set(marks)
    let timeline = Timeline(transactions)
    for range in timeline.subscriptions {
      let members = timeline.periods[range].map { timeline.facts[$0.index] }
      let groupId = members.lazy.compactMap(\.groupId).first
      guard groupId != nil || members.contains(where: { $0.type?.known == .autoRenewable }) else {
        continue
      }
      kept.insert(.everSubscribed)
      if let groupId, members.contains(where: { $0.isOwn && $0.offerKind?.known == .introductory })
      {
        kept.insert(.introductory(groupId: groupId))
      }
    }
    for run in offerRuns where run.offer.kind.known == .promotional {
      if let id = run.offer.id { kept.insert(.redemption(offerId: id, at: run.start)) }
    }
    return kept.sorted { $0.precedes($1) }
  }
}
