import PaywallCatalog
import Testing

struct TimestampTests {
  /// Seconds since 1970 from `date -u -d … +%s`.
  @Test(
    "RFC 3339 is read with its zone; seconds may be left out",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00Z", 0), ("2026-12-01T09:00Z", 1_796_115_600),
      ("2026-12-01T09:00:00+02:00", 1_796_108_400), ("2026-12-01T09:00:00-00:30", 1_796_117_400),
      ("2026-12-01t09:00:00z", 1_796_115_600), ("2024-02-29T23:59:59Z", 1_709_251_199),
      ("2000-02-29T00:00:00Z", 951_782_400), ("2000-03-01T00:00:00Z", 951_868_800),
      ("1969-12-31T23:59:59Z", -1), ("1900-03-01T00:00:00Z", -2_203_891_200),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
  func reading(text: String, seconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == seconds * 1000)
  }

  @Test(
    "Fractions of a second are read to the millisecond, finer digits are cut",
    arguments: [
      ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00.001Z", 1),
      ("1970-01-01T00:00:00.1239999Z", 123), ("1969-12-31T23:59:59.999Z", -1),
    ])
  func fractions(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    "What is no moment is refused",
    arguments: [
      "", "2026-12-01", "2026-12-01T09:00", "2026-12-01T09:00:00", "2026-12-01 09:00:00Z",
      "2026-13-01T09:00Z", "2026-00-01T09:00Z", "2026-12-00T09:00Z", "2026-12-32T09:00Z",
      "2026-02-29T09:00Z", "1900-02-29T09:00Z", "2100-02-29T09:00Z", "2024-02-30T09:00Z",
      "2026-04-31T09:00Z", "2026-12-01T24:00Z", "2026-12-01T09:60Z", "2026-12-01T09:00:60Z",
      "2026-12-01T09:00+24:00", "2026-12-01T09:00+02:60", "2026-12-01T09:00+0200",
      "2026-12-01T09:00+02", "0000-01-01T00:00Z", "26-12-01T09:00Z", "2026-12-01T09:00:00.Z",
      "2026-12-01T09:00Zx", "2026-12-01T9:00Z", "２026-12-01T09:00Z", "-2026-12-01T09:00Z",
    ])
  func refused(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(
    "A moment is written in UTC, with milliseconds only where there are some",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.001Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
      (1_709_251_199_120, "2024-02-29T23:59:59.120Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
      (253_402_300_799_000, "9999-12-31T23:59:59Z"),
    ])
  func writing(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test("Every day of 400 years reads back, and each is a day after the one before")
  func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var expected: Int64 = 0
    for year in 1970..<2370 {
      for month in 1...12 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        for day in 1...days {
          let text = "\(year)-\(two(month))-\(two(day))T00:00:00Z"
          let moment = Timestamp(rfc3339: text)
          if moment?.milliseconds != expected || moment?.rfc3339 != text {
            Issue.record("\(text) is not \(expected) ms")
          }
          expected += 86_400_000
        }
      }
    }
  }

  @Test("Moments beyond the calendar are written without a crash", arguments: [Int64.min, .max])
  func extremes(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339.hasSuffix("Z"))
  }

  @Test("Adding saturates")
  func adding() {
    #expect(Timestamp(milliseconds: 5).adding(milliseconds: -7).milliseconds == -2)
    #expect(Timestamp(milliseconds: .max).adding(milliseconds: 1).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).adding(milliseconds: -1).milliseconds == .min)
  }

  @Test(
    "Whole days are rounded down",
    arguments: [
      (0, 0, 0), (86_399_999, 0, 0), (86_400_000, 0, 1), (-1, 0, -1), (-86_400_000, 0, -1),
      (-86_400_001, 0, -2), (.max, .min, .max), (.min, .max, .min),
    ] as [(Int64, Int64, Int)])
  func days(later: Int64, earlier: Int64, days: Int) {
    #expect(Timestamp(milliseconds: later).days(since: Timestamp(milliseconds: earlier)) == days)
  }
}
