import Catalog
import TextCoding

/// Reads one subscription out of its transactions and its renewal info (AppleFacts.md § 6).
struct SubscriptionFold {
  let transactions: [TransactionFact]
  /// In the order they were lived through.
  let terms: ArraySlice<Term>
  let renewal: RenewalFact?
  let now: Timestamp

  func subscription(groupId: String?) -> Subscription? {
    guard let first = terms.first else { return nil }
    var latest: Stretch?
    var end: Timestamp?
    var paid = PaidTime()
    var refunds = 0
    var introductory: Int?
    for position in terms.indices {
      let term = terms[position]
      let replaced = replacement(of: position)
      let stretch = Stretch(position: position, term, replaced: replaced, at: now)
      if replaced == nil, latest.map({ $0.isBefore(stretch) }) ?? true {
        latest = stretch
      }
      end = later(end, stretch.end)
      paid.add(term, until: replaced, at: now)
      if term.isRefunded(at: now) { refunds += 1 }
      if introductory == nil, term.isOwn, term.offerKind == .introductory {
        introductory = term.index
      }
    }
    let deciding = latest.map { terms[$0.position] }
    let current = deciding.map { transactions[$0.index] }
    let told = deciding.flatMap { term in renewal.flatMap { $0.isAbout(term) ? $0 : nil } }
    let state = latest.map { self.state(of: $0, told) } ?? .expired
    return Subscription(
      originalTransactionId: transactions[first.index].originalTransactionId, groupId: groupId,
      state: state, current: current, isOwn: (deciding ?? first).isOwn,
      inTrial: state == .subscribed && deciding?.isFreeTrial ?? false,
      offer: state == .subscribed ? current?.offer : nil,
      billingIssue: current?.billingIssue(in: state, told),
      renewal: told?.next(after: current, in: state), autoRenews: told?.autoRenews,
      winBack: told?.winBack, end: end, paidTime: paid.milliseconds, refunds: refunds,
      introductory: introductory.map { GroupFacts.Purchase(transactions[$0]) })
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

  /// When an upgrade replaced a period; `nil` if none did. Apple says so in a newer copy of the
  /// replaced transaction, which may not be here; so a purchase of another product before the
  /// period's end tells it too (a downgrade waits for the end and is a renewal).
  private func replacement(of position: Int) -> Timestamp? {
    let replaced = terms[position]
    let next = position + 1
    if replaced.isUpgraded {
      return next < terms.endIndex ? terms[next].start : transactions[replaced.index].signedDate
    }
    guard let expires = replaced.expires, replaced.bought != nil else { return nil }
    for term in terms[next...] {
      if term.start >= expires { return nil }
      guard term.isPurchase, term.bought != nil, term.start > replaced.start else { continue }
      let product = transactions[term.index].productId
      if !product.hasSameUTF8(as: transactions[replaced.index].productId) { return term.start }
    }
    return nil
  }
}

/// What is left of one period after refunds and upgrades.
private struct Stretch {
  /// Among the terms of the subscription.
  let position: Int
  /// Its `expiresDate`, cut where it was taken back or replaced; `nil` if Apple sent none.
  let end: Timestamp?
  let isRevoked: Bool

  init(position: Int, _ term: Term, replaced: Timestamp?, at now: Timestamp) {
    self.position = position
    let revoked = term.revoked(at: now)
    isRevoked = revoked != nil
    end = term.expires.map { min($0, revoked ?? $0, replaced ?? $0) }
  }

  /// Whether the other one is rather the current period: it ends later; of two that end together
  /// one that was not taken back, then the one bought later, then the greater transaction id.
  func isBefore(_ other: Stretch) -> Bool {
    if end != other.end { return end.map { end in other.end.map { end < $0 } ?? false } ?? true }
    if isRevoked != other.isRevoked { return isRevoked }
    return position < other.position
  }
}

/// The later of two moments, as far as there are any.
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
