package import Catalog

/// What a decision may know of the customer who asks.
package enum SubscriberKnowledge: Hashable, Sendable {
  /// No verified identity: every `subscription` attribute is unknown.
  case unidentified
  /// The ledger could not be asked: as `unidentified`, and the answer is degraded.
  case unavailable
  /// A verified identity; one without purchases has the facts of a newcomer.
  case known(SubscriberFacts)
}

/// What is known of a customer's subscriptions at one moment.
package struct SubscriberFacts: Hashable, Sendable {
  /// By the key of the subscription group; a group that is missing was never subscribed to.
  package var groups: [String: GroupFacts]

  package init(groups: [String: GroupFacts] = [:]) { self.groups = groups }

  /// A verified customer who never bought a subscription.
  package static let newcomer = SubscriberFacts()

  /// The group in the best state, `nil` for a newcomer. Of groups in one state the first by key.
  package var best: (group: String, facts: GroupFacts)? {
    let order = SubscriptionState.allCases
    return groups.min { left, right in
      let ranks = [left, right].map { order.firstIndex(of: $0.value.state) ?? order.count }
      return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : left.key < right.key
    }.map { ($0.key, $0.value) }
  }
}

/// What is known of one subscription group, computed at read time from dates.
package struct GroupFacts: Hashable, Sendable {
  package var state: SubscriptionState
  package var product: String?
  /// The identifier of the offer that the current period runs under.
  package var offer: String?
  package var autoRenew: Bool?
  package var inTrial: Bool
  package var ever: Bool
  package var everIntroductory: Bool
  package var refunded: Bool
  package var familyShared: Bool
  /// Whole days since the last entitled moment; `nil` while entitled and for who never was.
  package var lapsedDays: Int?
  /// Whole days that were paid for.
  package var paidDays: Int

  package init(
    state: SubscriptionState = .none, product: String? = nil, offer: String? = nil,
    autoRenew: Bool? = nil, inTrial: Bool = false, ever: Bool = false,
    everIntroductory: Bool = false, refunded: Bool = false, familyShared: Bool = false,
    lapsedDays: Int? = nil, paidDays: Int = 0
  ) {
    self.state = state
    self.product = product
    self.offer = offer
    self.autoRenew = autoRenew
    self.inTrial = inTrial
    self.ever = ever
    self.everIntroductory = everIntroductory
    self.refunded = refunded
    self.familyShared = familyShared
    self.lapsedDays = lapsedDays
    self.paidDays = paidDays
  }
}
