package import PaywallCatalog

/// A commitment that runs: a year that is paid monthly.
package struct RunningCommitment: Hashable, Sendable {
  /// The period that was paid last, of so many.
  package var period: Int?
  package var periods: Int?
  package var ends: Timestamp?
  /// Whether another commitment follows; `nil` if Apple has not said so.
  package var renews: Bool?
}

extension Commitment {
  /// Numbers that no commitment has: 0 periods, or a period that is none of them.
  package var isContradictory: Bool {
    if let totalBillingPeriods, totalBillingPeriods < 1 { return true }
    guard let billingPeriodNumber else { return false }
    return billingPeriodNumber < 1 || billingPeriodNumber > totalBillingPeriods ?? .max
  }

  /// Whether more of its periods follow this one.
  func isInside(_ period: TransactionFact) -> Bool {
    guard !isContradictory else { return false }
    if let billingPeriodNumber, let totalBillingPeriods {
      return billingPeriodNumber < totalBillingPeriods
    }
    guard let expiresDate, let end = period.expiresDate else { return false }
    return end < expiresDate
  }
}

extension RunningCommitment {
  /// `nil` if the subscription in this state runs in no commitment; a refund of the present month
  /// ends one.
  init?(_ current: TransactionFact?, _ told: RenewalFact?, in state: SubscriptionState) {
    guard let commitment = current?.commitment, !commitment.isContradictory else { return nil }
    switch state {
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod: break
    case .expired, .revoked, .none: return nil
    }
    self.init(
      period: commitment.billingPeriodNumber, periods: commitment.totalBillingPeriods,
      ends: commitment.expiresDate ?? told?.commitment?.renewalDate,
      renews: told?.commitment?.autoRenews)
  }
}
