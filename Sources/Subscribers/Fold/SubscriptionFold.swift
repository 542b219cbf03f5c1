import PaywallCatalog
import PaywallTextCoding

/// Reads one subscription out of its transactions and its renewal info (AppleFacts.md § 6).
struct SubscriptionFold {
  let transactions: [TransactionFact]
  /// In chronological order.
  let periods: ArraySlice<BillingPeriod>
  let renewal: RenewalFact?
  let now: Timestamp

  func subscription(groupId: String?) -> Subscription? {
    guard let first = periods.first else { return nil }
    var latest: EffectivePeriod?
    var end: Timestamp?
    var paid = PaidTime()
    var refunds = 0
    var introductory: Int?
    for position in periods.indices {
      let period = periods[position]
      let replaced = replacement(of: position)
      let effective = EffectivePeriod(position: position, period, replaced: replaced, at: now)
      if replaced == nil, latest.map({ $0.isBefore(effective) }) ?? true {
        latest = effective
      }
      end = later(end, effective.end)
      let returned = period.returned(at: now, of: transactions)
      paid.add(period, until: replaced, returned: returned, at: now)
      if !returned.isNone { refunds += 1 }
      if introductory == nil, period.isOwn, period.offerKind == .introductory {
        introductory = period.index
      }
    }
    let deciding = latest.map { periods[$0.position] }
    let current = deciding.map { transactions[$0.index] }
    let told = deciding.flatMap { period in renewal.flatMap { $0.isAbout(period) ? $0 : nil } }
    let state = latest.map { self.state(of: $0, told) } ?? .expired
    let commitment = RunningCommitment(current, told, in: state)
    return Subscription(
      originalTransactionId: transactions[first.index].originalTransactionId, groupId: groupId,
      state: state, current: current, isOwn: (deciding ?? first).isOwn,
      inTrial: state == .subscribed && deciding?.isFreeTrial ?? false,
      offer: state == .subscribed ? current?.offer : nil,
      billingIssue: current?.billingIssue(in: state, told),
      seats: deciding.flatMap { seats(of: $0, told) }, commitment: commitment,
      renewal: told?.next(after: current, in: state),
      autoRenews: commitment?.renews == false ? false : told?.autoRenews,
      winBack: told?.winBack, end: end, paidTime: paid.milliseconds, refunds: refunds,
      introductory: introductory.map { GroupFacts.Purchase(transactions[$0]) })
  }

  /// Checked in the order revoked, subscribed, grace, retry, expired; a replaced period is not
  /// considered.
  private func state(of effective: EffectivePeriod, _ told: RenewalFact?) -> SubscriptionState {
    if effective.isRevoked { return .revoked }
    guard let end = effective.end else { return .expired }
    if end > now { return .subscribed }
    guard let told, told.isInBillingRetry != false else { return .expired }
    if let grace = told.gracePeriodExpiresDate, grace > now { return .inGracePeriod }
    let isRetried = told.isInBillingRetry == true
    let limit = BillingIssue.retryLimit(
      after: transactions[periods[effective.position].index], told)
    return isRetried && end.adding(milliseconds: limit) > now ? .inBillingRetryPeriod : .expired
  }

  /// When an upgrade replaced a period; `nil` if none did. Apple says so in a newer copy of the
  /// replaced transaction, which may be missing; therefore a purchase of another product before the
  /// period's end also counts as one (a downgrade waits for the end and is a renewal).
  func replacement(of position: Int) -> Timestamp? {
    let replaced = periods[position]
    let next = position + 1
    if replaced.isUpgraded {
      return periods[next...].first { !$0.isAddition }?.start
        ?? transactions[replaced.index].signedDate
    }
    guard let expires = replaced.expires, replaced.bought != nil else { return nil }
    for period in periods[next...] {
      if period.start >= expires { return nil }
      guard period.isPurchase, period.bought != nil, period.start > replaced.start else { continue }
      let product = transactions[period.index].productId
      if !product.hasSameUTF8(as: transactions[replaced.index].productId) { return period.start }
    }
    return nil
  }
}

/// The rest of one period after refunds and upgrades.
private struct EffectivePeriod {
  /// The index among the periods of the subscription.
  let position: Int
  /// Its `expiresDate`, or the earlier moment at which it was revoked or replaced; `nil` if Apple
  /// sent none.
  let end: Timestamp?
  let isRevoked: Bool
  private let isAddition: Bool

  init(position: Int, _ period: BillingPeriod, replaced: Timestamp?, at now: Timestamp) {
    self.position = position
    let revoked = period.revoked(at: now)
    isRevoked = revoked != nil
    isAddition = period.isAddition
    end = period.expires.map { min($0, revoked ?? $0, replaced ?? $0) }
  }

  /// Whether the other one is the current period: the later end wins; if both end together, the one
  /// that was not revoked, then the one that seats were added to, then the later purchase, then the
  /// greater transaction id.
  func isBefore(_ other: EffectivePeriod) -> Bool {
    if end != other.end { return end.map { end in other.end.map { end < $0 } ?? false } ?? true }
    if isRevoked != other.isRevoked { return isRevoked }
    if isAddition != other.isAddition { return isAddition }
    return position < other.position
  }
}

/// The later of two moments, each of which may be missing.
func later(_ first: Timestamp?, _ second: Timestamp?) -> Timestamp? {
  guard let first, let second else { return first ?? second }
  return max(first, second)
}

extension TransactionFact {
  fileprivate func billingIssue(
    in state: SubscriptionState, _ told: RenewalFact?
  ) -> BillingIssue? {
    guard let expiresDate, state == .inGracePeriod || state == .inBillingRetryPeriod else {
      return nil
    }
    return BillingIssue(
      since: expiresDate,
      graceUntil: state == .inGracePeriod ? told?.gracePeriodExpiresDate : nil,
      retryUntil: expiresDate.adding(milliseconds: BillingIssue.retryLimit(after: self, told)))
  }
}

extension GroupFacts.Purchase {
  init(_ transaction: TransactionFact) {
    self.init(
      transactionId: transaction.transactionId, purchaseDate: transaction.boughtAt,
      expiresDate: transaction.expiresDate)
  }
}
