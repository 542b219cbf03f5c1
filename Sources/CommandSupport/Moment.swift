import ArgumentParser
package import Foundation
package import PaywallCatalog

/// A time on the command line: RFC 3339, or as people write it, in the zone of this machine:
/// `2026-12-01`, `2026-12-01 9:00`, `tomorrow 9:00`, `monday`, `+2h`, `now`.
package struct Moment: ExpressibleByArgument {
  package let timestamp: Timestamp
  /// RFC 3339 with its zone, as a file writes it.
  package let text: String
  /// The zone, if the person named none: `Europe/Berlin`.
  package let zone: String?

  package init?(argument: String) {
    self.init(argument, at: .now(), in: .current)
  }

  package init?(_ typed: String, at now: Timestamp, in zone: TimeZone) {
    let words = typed.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
    if let timestamp = Timestamp(rfc3339: typed) {
      (self.timestamp, text, self.zone) = (timestamp, typed, nil)
      return
    }
    let calendar = Self.calendar(in: zone)
    let found =
      Self.after(words, now) ?? Self.day(words.first ?? "", at: now, calendar).flatMap {
        words.count == 1
          ? $0 : words.count == 2 ? Self.time(words[1], on: $0, calendar) : nil
      } ?? Self.dayAndTime(words, calendar)
    guard let found else { return nil }
    timestamp = found
    self.zone = zone.identifier
    text = Self.rfc3339(found, in: zone)
  }

  /// `2026-12-01 09:00 +01:00 (Europe/Berlin)`.
  package var words: String { zone.map { "\(text) (\($0))" } ?? text }

  /// Refuses a start before now: exposures could be claimed for a time without enrolment.
  package func checkIsNotPast(at now: Timestamp) throws {
    guard timestamp.milliseconds < now.milliseconds - 60_000 else { return }
    throw Failure(
      .wrongUsage, "\(words) has passed, and no visitor can be enrolled in the past",
      help: "leave --at out to begin now, or name a future time")
  }

  package static let examples = "2026-12-01T09:00Z, '2026-12-01 9:00' or 'tomorrow 9:00'"
}

extension Moment {
  private static func calendar(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// `now`, `+2h`, `in 3 days`.
  private static func after(_ words: [String], _ now: Timestamp) -> Timestamp? {
    if words == ["now"] { return now }
    var text = words.joined()
    guard text.hasPrefix("+") || words.first == "in" else { return nil }
    text.removeFirst(text.hasPrefix("+") ? 1 : 2)
    let number = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(number), (1...100_000).contains(count) else { return nil }
    let minutes: [String: Int64] = [
      "m": 1, "min": 1, "minute": 1, "minutes": 1, "h": 60, "hour": 60, "hours": 60, "d": 1_440,
      "day": 1_440, "days": 1_440, "w": 10_080, "week": 10_080, "weeks": 10_080,
    ]
    return minutes[String(text.dropFirst(number.count))].map {
      now.adding(milliseconds: count * $0 * 60_000)
    }
  }

  /// The first moment of a day: `today`, `tomorrow`, the next `monday`, `2026-12-01`.
  private static func day(
    _ word: String, at now: Timestamp, _ calendar: Calendar
  ) -> Timestamp? {
    let today = calendar.startOfDay(for: now.date)
    let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    if let days = ["today": 0, "tomorrow": 1][word] {
      return calendar.date(byAdding: .day, value: days, to: today).map { Timestamp($0) }
    }
    if let index = days.firstIndex(where: { $0 == word || word.count == 3 && $0.hasPrefix(word) }) {
      let ahead = (index + 8 - calendar.component(.weekday, from: today)) % 7
      return calendar.date(byAdding: .day, value: ahead == 0 ? 7 : ahead, to: today)
        .map { Timestamp($0) }
    }
    // The calendar would take 30 February for a day in March.
    guard Timestamp(rfc3339: "\(word)T00:00Z") != nil else { return nil }
    let parts = word.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return calendar.date(
      from: DateComponents(year: parts[0], month: parts[1], day: parts[2])
    ).map { Timestamp($0) }
  }

  /// `9:00` or `21:30` on a day.
  private static func time(_ word: String, on day: Timestamp, _ calendar: Calendar) -> Timestamp? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
    else { return nil }
    return calendar.date(
      bySettingHour: Int(hour), minute: Int(minute), second: 0, of: day.date
    ).map { Timestamp($0) }
  }

  /// `2026-12-01T09:00`, without a zone.
  private static func dayAndTime(_ words: [String], _ calendar: Calendar) -> Timestamp? {
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: "t").map(String.init)
    guard parts.count == 2, parts[0].utf8.count == 10,
      let day = day(parts[0], at: Timestamp(milliseconds: 0), calendar)
    else { return nil }
    return time(parts[1], on: day, calendar)
  }

  /// Returns the moment to the minute: `2026-12-01T09:00+01:00`.
  private static func rfc3339(_ moment: Timestamp, in zone: TimeZone) -> String {
    let offset = zone.secondsFromGMT(for: moment.date) / 60
    let local = moment.adding(milliseconds: Int64(offset) * 60_000)
    let minute = String(local.rfc3339.prefix(16))
    guard offset != 0 else { return minute + "Z" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return minute + (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + ":" + two(abs(offset) % 60)
  }
}

extension Timestamp {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
