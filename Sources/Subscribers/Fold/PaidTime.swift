import Catalog

/// Adds up what was paid for, period by period in the order of their starts; where periods overlap
/// (an upgrade) the time counts once.
struct PaidTime {
  private(set) var milliseconds: Int64 = 0
  private var coveredUntil: Timestamp?

  /// Free periods, other people's, and such without dates add nothing; a refunded one nothing, or
  /// up to its refund if only a part of the price went back.
  mutating func add(_ term: Term, until replaced: Timestamp?, at now: Timestamp) {
    guard term.isOwn, term.isPaid, let bought = term.bought, var end = term.expires,
      term.returned(at: now) < 100_000
    else { return }
    if let replaced { end = min(end, replaced) }
    if let revoked = term.revoked(at: now) { end = min(end, revoked) }
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
