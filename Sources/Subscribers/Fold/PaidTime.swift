import PaywallCatalog

/// Adds up paid time, period by period in the order of their starts; overlapping time (an upgrade)
/// counts once.
struct PaidTime {
  private(set) var milliseconds: Int64 = 0
  private var coveredUntil: Timestamp?

  /// Free periods, those of other people and those without dates add nothing; a refunded one adds
  /// nothing, or the time up to its refund if only a part of the price was refunded.
  mutating func add(
    _ period: BillingPeriod, until replaced: Timestamp?, returned: Share, at now: Timestamp
  ) {
    guard period.isOwn, period.isPaid, let bought = period.bought, var end = period.expires,
      !returned.isAll
    else { return }
    if let replaced { end = min(end, replaced) }
    if let revoked = period.revoked(at: now) { end = min(end, revoked) }
    let start = max(bought, coveredUntil ?? bought)
    guard start < end else { return }
    let (length, isTooLong) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
    milliseconds = milliseconds.addingSaturated(isTooLong ? .max : length)
    coveredUntil = end
  }
}

extension Int64 {
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other > 0 ? .max : .min) : sum
  }
}
