package import Catalog

extension CustomerHistory {
  /// What forgetting this customer leaves: that there was a subscription, in which groups an
  /// introductory offer was used, and when offers were redeemed. An outstanding grant counts as
  /// redeemed when it was granted: its signature is out. A subscription of which no transaction
  /// tells the group leaves no mark of introductory use.
  package func marksToKeep(at now: Timestamp) -> [HistoryMark] {
    var kept = Set(marks)
    let timeline = Timeline(transactions)
    for range in timeline.subscriptions {
      let members = timeline.terms[range].map { transactions[$0.index] }
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
    for grant in grants {
      if let redemption = grant.redemption, grant.kind == .introductory {
        kept.insert(.redemption(offerId: grant.offerId, at: redemption.purchaseDate))
      } else if grant.isOutstanding(at: now) {
        kept.insert(.redemption(offerId: grant.offerId, at: grant.grantedAt))
      }
    }
    return kept.sorted { $0.precedes($1) }
  }
}
