import Catalog

/// Reads one subscription out of its transactions and its renewal info (apple-offers.md 9).
struct SubscriptionFold {
  let transactions: [TransactionFact]
  /// In the order they were lived through.
  let terms: ArraySlice<Timeline.Term>
  let renewal: RenewalFact?
  let now: Timestamp

  func subscription(groupId: String?) -> Subscription? {
    guard let first = terms.first else { return nil }
    var latest: Stretch?
    var end: Timestamp?
    var paid = PaidTime()
    var refunds = 0
    var introductory: GroupFacts.Purchase?
    for position in terms.indices {
      let stretch = stretch(at: position)
      let index = stretch.index
      if stretch.replaced == nil, latest.map({ $0.isBefore(stretch) }) ?? true { latest = stretch }
      end = [end, stretch.end].compactMap { $0 }.max()
      paid.add(transactions[index], until: stretch.replaced, at: now)
      if transactions[index].isRefunded(at: now) { refunds += 1 }
      if introductory == nil, transactions[index].usesIntroductory {
        introductory = GroupFacts.Purchase(transactions[index])
      }
    }
    let current = latest.map { transactions[$0.index] }
    let told = current.flatMap { current in renewal.flatMap { $0.isAbout(current) ? $0 : nil } }
    let state = latest.map { self.state(of: $0, told) } ?? .expired
    return Subscription(
      originalTransactionId: transactions[first.index].originalTransactionId, groupId: groupId,
      state: state, current: current, isOwn: (current ?? transactions[first.index]).isOwn,
      inTrial: state == .subscribed && current?.isFreeTrial ?? false,
      offer: state == .subscribed ? current?.offer : nil,
      billingIssue: current?.billingIssue(in: state, told),
      renewal: told?.next(after: current, in: state), autoRenews: told?.autoRenews,
      winBack: told?.winBack, end: end, paidTime: paid.milliseconds, refunds: refunds,
      introductory: introductory)
  }

  /// In the order revoked, subscribed, grace, retry, expired; what an upgrade replaced is not asked.
  private func state(of stretch: Stretch, _ told: RenewalFact?) -> SubscriptionState {
    if stretch.isRevoked { return .revoked }
    guard let end = stretch.end else { return .expired }
    if end > now { return .subscribed }
    guard let told, told.isInBillingRetry != false else { return .expired }
    if let grace = told.gracePeriodExpiresDate, grace > now { return .inGracePeriod }
    let isRetried = told.isInBillingRetry == true
    return isRetried && end.adding(milliseconds: BillingIssue.retryLimit) > now
      ? .inBillingRetryPeriod : .expired
  }

  private func stretch(at position: Int) -> Stretch {
    let index = terms[position].index
    let replaced = replacement(of: position)
    let revoked = transactions[index].isRevoked(at: now) ? transactions[index].revocationDate : nil
    let expires = transactions[index].expiresDate
    return Stretch(
      index: index, start: terms[position].start,
      end: expires.map { min($0, revoked ?? $0, replaced ?? $0) }, isRevoked: revoked != nil,
      replaced: replaced)
  }

  /// When an upgrade replaced a period; `nil` if none did. Apple says so in a newer copy of the
  /// replaced transaction, which may not be here; so a purchase of another product before the
  /// period's end tells it too (a downgrade waits for the end and is a renewal).
  private func replacement(of position: Int) -> Timestamp? {
    let replaced = transactions[terms[position].index]
    let later = terms[(position + 1)...]
    if replaced.isUpgraded { return later.first?.start ?? replaced.signedDate }
    guard let expires = replaced.expiresDate, replaced.boughtAt != nil else { return nil }
    for term in later {
      if term.start >= expires { return nil }
      if term.start > terms[position].start, transactions[term.index].isSwitch(from: replaced) {
        return term.start
      }
    }
    return nil
  }
}

/// What is left of one period after refunds and upgrades.
private struct Stretch {
  let index: Int
  let start: Timestamp
  /// Its `expiresDate`, cut where it was taken back or replaced; `nil` if Apple sent none.
  let end: Timestamp?
  let isRevoked: Bool
  let replaced: Timestamp?

  /// Whether the other one is rather the current period: it ends later; of two that end together
  /// one that was not taken back, then the one bought later, then the greater transaction id.
  func isBefore(_ other: Stretch) -> Bool {
    if end != other.end { return end.map { end in other.end.map { end < $0 } ?? false } ?? true }
    if isRevoked != other.isRevoked { return isRevoked }
    return (start, index) < (other.start, other.index)
  }
}

extension TransactionFact {
  /// A purchase of another product, by which a customer leaves a running period.
  fileprivate func isSwitch(from other: TransactionFact) -> Bool {
    boughtAt != nil && reason?.known == .purchase && !productId.isExactly(other.productId)
  }

  fileprivate var usesIntroductory: Bool { isOwn && offerKind?.known == .introductory }

  fileprivate var isFreeTrial: Bool {
    offerKind?.known == .introductory && offerDiscount?.known == .freeTrial
  }

  fileprivate func billingIssue(
    in state: SubscriptionState, _ told: RenewalFact?
  ) -> BillingIssue? {
    guard let expiresDate, state == .inGracePeriod || state == .inBillingRetryPeriod else {
      return nil
    }
    return BillingIssue(
      since: expiresDate,
      graceUntil: state == .inGracePeriod ? told?.gracePeriodExpiresDate : nil,
      retryUntil: expiresDate.adding(milliseconds: BillingIssue.retryLimit))
  }
}

extension GroupFacts.Purchase {
  init(_ transaction: TransactionFact) {
    self.init(
      transactionId: transaction.transactionId, purchaseDate: transaction.boughtAt,
      expiresDate: transaction.expiresDate)
  }
}
