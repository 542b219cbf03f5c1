/// The facts of a customer at one moment, which audiences test and offers depend on.
package struct SubscriberFacts: Sendable {
  /// By the key of the subscription group; a group that is missing was never subscribed to.
  package var groups: [String: GroupFacts]
  /// Had a subscription in the app, including one in a group that is not configured, or an erased
  /// one.
  package var everSubscribed: Bool
  /// When each run of a promotional offer was bought, by Apple's offer identifier.
  package var redemptions: [String: [Timestamp]]
  /// Every grant that is outstanding or redeemed.
  package var grants: [Grant]
  /// When Apple signed the newest fact; `nil` without any.
  package var newestFact: Timestamp?
  /// All transactions were fetched from Apple since the newest fact.
  package var isComplete: Bool
  /// Apple took the app back from the customer.
  package var isAcquisitionRevoked: Bool

  package init(
    groups: [String: GroupFacts] = [:], everSubscribed: Bool = false,
    redemptions: [String: [Timestamp]] = [:], grants: [Grant] = [], newestFact: Timestamp? = nil,
    isComplete: Bool = false, isAcquisitionRevoked: Bool = false
  ) {
    self.groups = groups
    self.everSubscribed = everSubscribed || groups.values.contains { $0.ever }
    self.redemptions = redemptions
    self.grants = grants
    self.newestFact = newestFact
    self.isComplete = isComplete
    self.isAcquisitionRevoked = isAcquisitionRevoked
  }

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

/// The facts of one subscription group, computed at read time from dates.
package struct GroupFacts: Sendable {
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
  /// Whole days since the last period ended or was revoked; days of grace count as lapsed once they
  /// are over. `nil` while entitled and for customers who never were.
  package var lapsedDays: Int?
  /// Whole days of paid periods, the rest of the current one included.
  package var paidDays: Int
  /// The transaction that decides the state.
  package var current: Purchase?
  /// The first introductory offer in the group; `nil` also if only a mark of it is left.
  package var introductory: Purchase?
  /// Apple's newest list of win-back offers for the newest purchased subscription of the group.
  package var winBack: WinBackList?
  /// When the last run of a win-back offer ended or will end, by Apple's offer identifier.
  package var winBackEnds: [String: Timestamp]
  /// For how many people the customer pays, while entitled.
  package var seats: Int?
  /// Whether a year that is paid monthly runs.
  package var commitment: Bool
  /// The subscription goes on in another group, because the customer switched to a bundle or out of
  /// one.
  package var continuesElsewhere: Bool

  /// A transaction on which an answer depends.
  package struct Purchase: Sendable {
    package var transactionId: String
    package var purchaseDate: Timestamp?
    package var expiresDate: Timestamp?

    package init(
      transactionId: String, purchaseDate: Timestamp? = nil, expiresDate: Timestamp? = nil
    ) {
      self.transactionId = transactionId
      self.purchaseDate = purchaseDate
      self.expiresDate = expiresDate
    }
  }

  /// `eligibleWinBackOfferIds` of one renewal info: Apple's ranking, the best first. An empty list
  /// means none.
  package struct WinBackList: Sendable {
    package var offerIds: [String]
    package var signedDate: Timestamp

    package init(offerIds: [String], signedDate: Timestamp) {
      self.offerIds = offerIds
      self.signedDate = signedDate
    }
  }

  package init(
    state: SubscriptionState = .none, product: String? = nil, offer: String? = nil,
    autoRenew: Bool? = nil, inTrial: Bool = false, ever: Bool = false,
    everIntroductory: Bool = false, refunded: Bool = false, familyShared: Bool = false,
    lapsedDays: Int? = nil, paidDays: Int = 0, current: Purchase? = nil,
    introductory: Purchase? = nil, winBack: WinBackList? = nil,
    winBackEnds: [String: Timestamp] = [:], seats: Int? = nil, commitment: Bool = false,
    continuesElsewhere: Bool = false
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
    self.current = current
    self.introductory = introductory
    self.winBack = winBack
    self.winBackEnds = winBackEnds
    self.seats = seats
    self.commitment = commitment
    self.continuesElsewhere = continuesElsewhere
  }
}

#if Server
extension SubscriberFacts: Hashable {}
extension GroupFacts: Hashable {}
extension GroupFacts.Purchase: Hashable {}
extension GroupFacts.WinBackList: Hashable {}
#endif
