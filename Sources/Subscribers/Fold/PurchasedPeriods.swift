package import PaywallCatalog
import PaywallTextCoding

/// The periods of the subscriptions that a customer bought, each for as long as it ran. Other people's
/// purchases are left out.
package struct PurchasedPeriods: Sendable {
  /// One for each purchase (``Purchases``), to which the periods refer.
  package let facts: [TransactionFact]
  /// By subscription, then start.
  package private(set) var all: [Period] = []

  package struct Period: Sendable {
    /// The index in `facts`.
    package let fact: Int
    /// The periods of one subscription have one number, and stand in a row.
    package let subscription: Int
    package let start: Timestamp
    /// The end of access: the `expiresDate`, the revocation, the start of the period that replaced it, or
    /// the end of the grace period after it.
    package let end: Timestamp
    package let isPaid: Bool
    package let isRenewal: Bool
    /// Seats that were added to another period, which runs at the same time.
    package let isAddition: Bool
  }

  /// - Parameter snapshot: gives product type and billing period.
  package init(
    of transactions: [TransactionFact], _ renewals: [RenewalFact], in snapshot: Snapshot
  ) {
    let timeline = Timeline(transactions)
    facts = timeline.facts
    for range in timeline.subscriptions {
      let periods = timeline.periods[range]
      guard periods.contains(where: { facts[$0.index].kind(in: snapshot) == .autoRenewable })
      else { continue }
      let original = facts[periods[range.lowerBound].index].originalTransactionId
      let fold = SubscriptionFold(
        transactions: facts, periods: periods,
        renewal: renewals.first { $0.originalTransactionId.hasSameUTF8(as: original) },
        now: Timestamp(milliseconds: .max))
      for position in range where periods[position].isOwn {
        guard let end = fold.end(of: position, in: snapshot) else { continue }
        let period = periods[position]
        all.append(
          Period(
            fact: period.index, subscription: period.subscription, start: period.start, end: end,
            isPaid: period.isPaid, isRenewal: period.isRenewal, isAddition: period.isAddition))
      }
    }
  }
}

extension SubscriptionFold {
  /// When a period ended, or will end if nothing renews it; `nil` if Apple has not said so.
  fileprivate func end(of position: Int, in snapshot: Snapshot) -> Timestamp? {
    let period = periods[position]
    guard let expires = period.expires else { return nil }
    let revoked = period.revoked(at: now)
    let end = min(expires, revoked ?? expires, replacement(of: position) ?? expires)
    guard !period.isAddition else { return end }
    guard let next = periods[(position + 1)...].first(where: { !$0.isAddition && $0.isOwn })
    else { return end < expires ? end : max(end, grace(after: period) ?? end) }
    guard end == expires, next.start > end else { return min(end, next.start) }
    return next.isRenewal && hasAccess(until: next, after: expires, in: snapshot) ? next.start : end
  }

  /// Until when the customer keeps access although the period could not be renewed.
  private func grace(after period: BillingPeriod) -> Timestamp? {
    guard let renewal, renewal.isAbout(period), renewal.isInBillingRetry != false else {
      return nil
    }
    return renewal.gracePeriodExpiresDate
  }

  /// Whether access went on from the end of a period to its renewal: for a day, which Apple may be late,
  /// or as long as it took to pay in the grace period, which keeps the billing date; a payment after
  /// it begins a new one (AppleFacts.md § 6).
  private func hasAccess(
    until next: BillingPeriod, after end: Timestamp, in snapshot: Snapshot
  ) -> Bool {
    if next.start <= end.adding(milliseconds: Timestamp.day) { return true }
    guard let expires = next.expires,
      let length = transactions[next.index].billedPeriod(in: snapshot)
    else { return false }
    return expires <= end.adding(length).adding(milliseconds: Timestamp.day)
  }
}
