package import PaywallCatalog

/// The times of one request for a refund, in milliseconds from when Apple signed it.
package enum RefundDeadline {
  /// Apple reads answers for 12 hours.
  package static let answer: Int64 = 12 * 3_600_000

  /// How long consent is awaited. The hour that is left is the longest that Apple's hourly budget
  /// can hold a call back (`Retry-After` is at most the next hour), so an answer that begins at
  /// the last moment still gets through.
  package static let consent: Int64 = 11 * 3_600_000

  package static func answer(to requestedAt: Timestamp) -> Timestamp {
    requestedAt.adding(milliseconds: answer)
  }

  package static func consent(to requestedAt: Timestamp) -> Timestamp {
    requestedAt.adding(milliseconds: consent)
  }
}
