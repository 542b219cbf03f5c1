package import Foundation
import PaywallCatalog

extension Timestamp {
  init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Returns the time from an earlier moment to this one; saturates.
  func elapsed(since earlier: Timestamp) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(overflow ? (milliseconds < 0 ? .min : .max) : difference)
  }

  func adding(_ duration: Duration) -> Timestamp { adding(milliseconds: duration.milliseconds) }
}

extension Date {
  /// The text as the server writes it.
  package var rfc3339: String { Timestamp(self).rfc3339 }
}

extension Duration {
  /// Whole milliseconds; saturates.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    return scaled &+ attoseconds / 1_000_000_000_000_000
  }
}
