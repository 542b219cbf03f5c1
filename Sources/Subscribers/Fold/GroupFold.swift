import PaywallCatalog
import PaywallTextCoding

/// Combines the subscriptions of a customer by group. What a person used and paid for follows them
/// through a switch to a bundle of another group, or out of it.
struct GroupFold {
  let subscriptions: [Subscription]
  /// Which of them continue each other; `nil` if none does.
  let joined: JoinedChains?
  let runs: [OfferRun]
  let marks: [HistoryMark]
  let now: Timestamp

  var groups: [Subscriber.Group] {
    var ids: [String?] = []
    for subscription in subscriptions
    where !ids.contains(where: { $0.hasSameUTF8(as: subscription.groupId) }) {
      ids.append(subscription.groupId)
    }
    var groups = ids.map { group($0) }
    for case .introductory(let id) in marks {
      let place = groups.firstIndex { $0.id.hasSameUTF8(as: id) } ?? groups.endIndex
      if place == groups.endIndex {
        groups.append(Subscriber.Group(id: id, facts: GroupFacts(ever: true), refunds: 0))
      }
      groups[place].facts.everIntroductory = true
    }
    return groups.sorted { left, right in
      guard let leftId = left.id else { return false }
      return right.id.map { leftId.precedes($0) } ?? true
    }
  }

  private func group(_ id: String?) -> Subscriber.Group {
    let members = subscriptions.indices.filter { subscriptions[$0].groupId.hasSameUTF8(as: id) }
    let deciding = members.max { subscriptions[$0].isBehind(subscriptions[$1]) }
    let own = members.filter { subscriptions[$0].isOwn }
    let newest = own.max { subscriptions[$0].isOlder(than: subscriptions[$1]) }
    let current = deciding.map { subscriptions[$0] }
    let person = joined?.joined(members, among: subscriptions) ?? members
    let isEntitled = person.contains { subscriptions[$0].isEntitled }
    let introductory = person.compactMap { subscriptions[$0].introductory }
      .min {
        ($0.purchaseDate ?? .init(milliseconds: .max))
          < ($1.purchaseDate ?? .init(milliseconds: .max))
      }
    let refunds = members.reduce(0) { $0 + subscriptions[$1].refunds }
    let end = person.compactMap { subscriptions[$0].end }.max()
    let paidTime = person.reduce(Int64(0)) { $0.addingSaturated(subscriptions[$1].paidTime) }
    let facts = GroupFacts(
      state: current?.state ?? .none, product: current?.current?.productId,
      offer: current?.offer?.id, autoRenew: current?.autoRenews,
      inTrial: current?.inTrial ?? false, ever: true, everIntroductory: introductory != nil,
      refunded: refunds > 0, familyShared: current.map { !$0.isOwn } ?? false,
      lapsedDays: isEntitled ? nil : end.map { max(0, now.days(since: $0)) },
      paidDays: Int(clamping: paidTime / Timestamp.day),
      current: current?.current.map { GroupFacts.Purchase($0) }, introductory: introductory,
      winBack: newest.flatMap { subscriptions[$0].winBack },
      winBackEnds: winBackEnds(person), seats: current?.seatCount,
      commitment: current?.commitment != nil,
      continuesElsewhere: current?.isEntitled == false && isEntitled)
    return Subscriber.Group(id: id, facts: facts, deciding: deciding, refunds: refunds)
  }

  /// When the last run of each win-back offer ended or will end.
  private func winBackEnds(_ members: [Int]) -> [String: Timestamp] {
    var ends: [String: Timestamp] = [:]
    for run in runs where run.offer.kind.known == .winBack {
      guard let id = run.offer.id, let end = run.end,
        members.contains(where: {
          subscriptions[$0].originalTransactionId.hasSameUTF8(as: run.originalTransactionId)
        })
      else { continue }
      ends[id] = max(ends[id] ?? end, end)
    }
    return ends
  }
}

extension Subscription {
  /// For how many people the customer pays; one without seats, and unknown for somebody else's.
  fileprivate var seatCount: Int? {
    guard isEntitled, isOwn else { return nil }
    return seats.map(\.held) ?? 1
  }

  /// Whether the other one decides the state of the group: the better state wins, then the later
  /// end, then the later purchase, then the order of ids.
  fileprivate func isBehind(_ other: Subscription) -> Bool {
    if state != other.state { return state.rank > other.state.rank }
    return isOlder(than: other)
  }

  fileprivate func isOlder(than other: Subscription) -> Bool {
    if end != other.end { return end.map { end in other.end.map { end < $0 } ?? false } ?? true }
    let (own, others) = (current?.boughtAt, other.current?.boughtAt)
    if own != others { return own.map { own in others.map { own < $0 } ?? false } ?? true }
    return originalTransactionId.precedes(other.originalTransactionId)
  }
}

extension SubscriptionState {
  /// 0 is the best.
  fileprivate var rank: Int {
    switch self {
    case .subscribed: 0
    case .inGracePeriod: 1
    case .inBillingRetryPeriod: 2
    case .expired: 3
    case .revoked: 4
    case .none: 5
    }
  }
}
