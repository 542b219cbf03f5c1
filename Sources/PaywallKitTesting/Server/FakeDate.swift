import Foundation
import PaywallKit

/// The date of an answer, as a server writes it.
enum FakeDate {
  /// Writes a date by RFC 9110, for the header `Date`.
  static func http(_ date: Date) -> String {
    let days = Int(exactly: (date.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0
    let parts = date.rfc3339.prefix(19).split { "-T".contains($0) }
    let month = months[(Int(parts[1]) ?? 1) - 1]
    return "\(weekdays[(days % 7 + 7) % 7]), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
