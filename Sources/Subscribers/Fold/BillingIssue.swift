package import PaywallCatalog

/// A renewal that could not be charged.
package struct BillingIssue: Hashable, Sendable {
  /// When the period that could not be renewed ended.
  package var since: Timestamp
  /// The customer keeps access until then; `nil` once there is no grace or it is over.
  package var graceUntil: Timestamp?
  /// The App Store retries until then: 60 days, or 90 inside a commitment without grace.
  package var retryUntil: Timestamp

  /// For how long the App Store retries, in milliseconds (AppleFacts.md § 3 and § 6).
  static func retryLimit(after period: TransactionFact, _ told: RenewalFact?) -> Int64 {
    let isCommitted = period.commitment?.isInside(period) ?? false
    return (isCommitted && told?.gracePeriodExpiresDate == nil ? 90 : 60) * Timestamp.day
  }
}
