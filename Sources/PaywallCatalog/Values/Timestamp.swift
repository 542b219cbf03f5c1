/// A moment, in milliseconds since 1970-01-01T00:00:00Z. The unit of Apple's payloads and of ours.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// This moment plus a number of milliseconds; saturates at the ends of `Int64`.
  package func adding(milliseconds delta: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    guard overflow else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: delta > 0 ? .max : .min)
  }

  /// Whole days from `earlier` to this moment, rounded down.
  package func days(since earlier: Timestamp) -> Int {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard !overflow else { return milliseconds < earlier.milliseconds ? .min : .max }
    let day: Int64 = 86_400_000
    return Int(clamping: difference >= 0 ? difference / day : (difference - day + 1) / day)
  }
}
