import Foundation

/// Dates as they are written on the wire, in UTC.
enum FakeDate {
  /// `2026-12-05T12:00:00Z`.
  static func rfc3339(_ date: Date) -> String {
    let parts = Parts(date)
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day))T\(parts.time)Z"
  }

  /// `Sat, 05 Dec 2026 12:00:00 GMT`.
  static func http(_ date: Date) -> String {
    let parts = Parts(date)
    let weekday = weekdays[((parts.days % 7) + 7) % 7]
    return
      "\(weekday), \(two(parts.day)) \(months[parts.month - 1]) \(parts.year) \(parts.time) GMT"
  }

  /// The first of January 1970 was a Thursday.
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A date of the Gregorian calendar.
  private struct Parts {
    /// Since 1970.
    let days: Int
    let year: Int
    let month: Int
    let day: Int
    let time: String

    init(_ date: Date) {
      let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
      let second = Int(truncatingIfNeeded: (seconds % 86_400 + 86_400) % 86_400)
      days = Int(truncatingIfNeeded: (seconds - Int64(second)) / 86_400)
      time =
        "\(FakeDate.two(second / 3600)):\(FakeDate.two(second / 60 % 60)):\(FakeDate.two(second % 60))"
      // Years that begin in March, in eras of 400 years (146,097 days).
      let shifted = days + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
      month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
  }
}
