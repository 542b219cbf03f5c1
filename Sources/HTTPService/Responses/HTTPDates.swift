package import PaywallCatalog
import Synchronization

/// HTTP dates (RFC 9110, 5.6.7), rendered once a second.
package final class HTTPDates: Sendable {
  private let last = Mutex<(second: Int64, text: String)>((.min, ""))

  package init() {}

  /// `Sat, 05 Dec 2026 12:00:00 GMT`.
  package func text(at now: Timestamp) -> String {
    let second = now.milliseconds / 1000
    return last.withLock { last in
      if last.second != second { last = (second, Self.write(second)) }
      return last.text
    }
  }

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// From RFC 3339, `2026-12-05T12:00:00Z`; 1970 began on a Thursday.
  private static func write(_ second: Int64) -> String {
    let text = Timestamp(milliseconds: second * 1000).rfc3339
    let parts = text.split { "-T:Z".contains($0) }
    guard parts.count >= 6, let month = Int(parts[1]), (1...12).contains(month) else { return "" }
    let day = days[Int(((second / 86_400) % 7 + 7) % 7)]
    return
      "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}
