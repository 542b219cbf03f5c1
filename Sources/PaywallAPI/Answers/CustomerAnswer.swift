package import PaywallCatalog
package import PaywallSubscribers
package import PaywallTextCoding

/// A customer's entitlements with their end, per subscription group the state, billing issues and
/// next renewal, and the purchases that do not renew; or those of all of a user's customers. Ids of
/// transactions and customers are for servers.
package struct CustomerAnswer {
  let histories: [CustomerHistory]
  /// Limits entitlements to purchases of this user's account or of none.
  let user: String?
  let snapshot: Snapshot
  let showsIds: Bool
  /// For a server.
  let listed: ListedPurchases?
  let now: Timestamp

  package init(
    histories: [CustomerHistory], user: String?, snapshot: Snapshot, showsIds: Bool,
    listed: ListedPurchases? = nil, now: Timestamp
  ) {
    self.histories = histories
    self.user = user
    self.snapshot = snapshot
    self.showsIds = showsIds
    self.listed = listed
    self.now = now
  }

  package var json: JSONText {
    let own = histories.map { $0.only(of: user) }
    let subscribers = own.map { $0.subscriber(at: now, in: snapshot) }
    return JSONText { json in
      json.raw("{\"environment\":")
      json.string(histories.first?.environment.rawValue ?? AppStoreEnvironment.production.rawValue)
      if let newest = subscribers.compactMap(\.newestFact).max() {
        json.raw(",\"newestFact\":")
        json.string(newest.rfc3339)
      }
      if showsIds {
        json.raw(",\"appTransactionIds\":")
        json.list(histories.compactMap(\.appTransactionId)) { $0.string($1) }
      }
      json.raw(",\"entitlements\":")
      json.list(histories.entitlements(at: now, in: snapshot, for: user?.lowercased())) {
        $0.entitlement($1)
      }
      json.raw(",\"groups\":")
      json.list(subscribers.flatMap { subscriber in subscriber.groups.map { (subscriber, $0) } }) {
        $0.group($1.1, $1.0.deciding($1.1), key: key(of: $1.1), showsIds: showsIds)
      }
      if let listed { json.listed(listed) }
      if !showsIds {
        json.shown(own.flatMap { Purchases($0.transactions).oneTime }.filter { $0.isHeld(at: now) })
      }
      json.raw("}")
    }
  }

  private func key(of group: Subscriber.Group) -> String? {
    snapshot.groups.first { $0.id == group.id }?.key
  }
}

extension CustomerHistory {
  /// Without the purchases of other accounts on the same device. Any copy of a purchase says whose it
  /// is, also for those that do not.
  fileprivate func only(of user: String?) -> CustomerHistory {
    guard let user else { return self }
    return CustomerHistory(
      environment: environment, appTransactionId: appTransactionId,
      transactions: Purchases(transactions).facts.filter { purchase in
        purchase.appAccountToken.map { $0 == user.lowercased() } ?? true
      }, renewals: renewals, grants: grants, marks: marks, completeAt: completeAt)
  }
}

extension JSONText {
  fileprivate mutating func entitlement(_ entitlement: Entitlement) {
    raw("{\"id\":")
    string(entitlement.name)
    raw(",\"product\":")
    string(entitlement.product)
    raw(",\"expires\":")
    moment(entitlement.expires)
    raw("}")
  }

  fileprivate mutating func group(
    _ group: Subscriber.Group, _ subscription: Subscription?, key: String?, showsIds: Bool
  ) {
    raw("{\"id\":")
    group.id.map { string($0) } ?? raw("null")
    member("key", key)
    member("state", group.facts.state.rawValue)
    member("product", group.facts.product)
    if let expires = subscription?.current?.expiresDate { member("expires", expires.rfc3339) }
    member("offer", group.facts.offer)
    flag("autoRenew", group.facts.autoRenew)
    flag("inTrial", group.facts.inTrial)
    let isAssigned = subscription?.isAssigned ?? false
    flag("familyShared", group.facts.familyShared && !isAssigned)
    flag("assigned", isAssigned ? true : nil)
    if let seats = subscription?.seats { self.seats(seats) }
    if let commitment = subscription?.commitment { self.commitment(commitment) }
    if let issue = subscription?.billingIssue { billingIssue(issue) }
    if let renewal = subscription?.renewal { self.renewal(renewal) }
    if showsIds, let subscription {
      member("originalTransactionId", subscription.originalTransactionId)
      member("transactionId", subscription.current?.transactionId)
    }
    raw("}")
  }

  private mutating func seats(_ seats: HeldSeats) {
    raw(",\"seats\":{\"held\":")
    seats.held.map { integer(Int64($0)) } ?? raw("null")
    count("renewing", seats.renewing)
    raw("}")
  }

  private mutating func commitment(_ commitment: RunningCommitment) {
    raw(",\"commitment\":{\"ends\":")
    moment(commitment.ends)
    flag("renews", commitment.renews)
    count("period", commitment.period)
    count("periods", commitment.periods)
    raw("}")
  }

  private mutating func billingIssue(_ issue: BillingIssue) {
    raw(",\"billingIssue\":{\"since\":")
    string(issue.since.rfc3339)
    member("graceUntil", issue.graceUntil?.rfc3339)
    member("retryUntil", issue.retryUntil.rfc3339)
    raw("}")
  }

  private mutating func renewal(_ renewal: NextRenewal) {
    raw(",\"renewal\":{\"pendingChange\":")
    boolean(renewal.isChange)
    flag("autoRenew", renewal.autoRenews)
    member("product", renewal.product)
    member("date", renewal.date?.rfc3339)
    if let price = renewal.price {
      raw(",\"priceMilliunits\":")
      integer(price)
    }
    member("currency", renewal.currency)
    member("offer", renewal.offer?.id)
    flag("agreedToPriceIncrease", renewal.agreedToPriceIncrease)
    raw("}")
  }

  private mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    string(text)
  }

  private mutating func flag(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(name)
    boolean(value)
  }

  private mutating func count(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(name)
    integer(Int64(value))
  }

  private mutating func begin(_ name: StaticString) {
    raw(",\"")
    raw(name)
    raw("\":")
  }

  private mutating func moment(_ moment: Timestamp?) {
    if let moment { string(moment.rfc3339) } else { raw("null") }
  }
}
