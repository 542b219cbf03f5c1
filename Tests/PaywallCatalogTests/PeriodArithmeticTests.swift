import PaywallCatalog
import Testing

/// Adding periods to moments, in UTC and the Gregorian calendar.
struct PeriodArithmeticTests {
  @Test(
    "Months come first; a day that the month lacks becomes its last",
    arguments: [
      ("2026-01-31T12:00Z", "P1M", "2026-02-28T12:00:00Z"),
      ("2024-01-31T12:00Z", "P1M", "2024-02-29T12:00:00Z"),
      ("2100-01-31T12:00Z", "P1M", "2100-02-28T12:00:00Z"),
      ("2000-01-31T12:00Z", "P1M", "2000-02-29T12:00:00Z"),
      ("2026-03-31T23:59:59.999Z", "P1M", "2026-04-30T23:59:59.999Z"),
      ("2024-02-29T00:00Z", "P1Y", "2025-02-28T00:00:00Z"),
      ("2024-02-29T00:00Z", "P4Y", "2028-02-29T00:00:00Z"),
      ("2026-12-15T08:30Z", "P1M", "2027-01-15T08:30:00Z"),
      ("2026-11-30T00:00Z", "P3M", "2027-02-28T00:00:00Z"),
      ("2026-01-31T00:00Z", "P1M1D", "2026-03-01T00:00:00Z"),
      ("2026-01-01T00:00Z", "P1W", "2026-01-08T00:00:00Z"),
      ("2026-12-31T23:00Z", "PT2H", "2027-01-01T01:00:00Z"),
      ("2026-01-31T23:00Z", "P1M1DT2H", "2026-03-02T01:00:00Z"),
      ("1969-12-31T23:59:59Z", "P1D", "1970-01-01T23:59:59Z"),
      ("1900-01-31T00:00Z", "P1M", "1900-02-28T00:00:00Z"),
      ("1904-01-30T00:00Z", "P1M", "1904-02-29T00:00:00Z"),
      ("0001-01-31T00:00Z", "P1M", "0001-02-28T00:00:00Z"),
    ])
  func adding(text: String, period: String, sum: String) throws {
    let moment = try #require(Timestamp(rfc3339: text))
    #expect(moment.adding(try #require(Period(iso8601: period))).rfc3339 == sum)
  }

  @Test(
    "Subtracting follows the same rules",
    arguments: [
      ("2026-03-31T12:00Z", "P1M", "2026-02-28T12:00:00Z"),
      ("2024-03-31T12:00Z", "P1M", "2024-02-29T12:00:00Z"),
      ("2026-01-15T00:00Z", "P1M", "2025-12-15T00:00:00Z"),
      ("2026-07-01T00:00Z", "P180D", "2026-01-02T00:00:00Z"),
      ("2024-02-29T00:00Z", "P1Y", "2023-02-28T00:00:00Z"),
      ("1970-01-01T00:00Z", "PT1S", "1969-12-31T23:59:59Z"),
      ("2026-03-31T00:00Z", "P1M1D", "2026-02-27T00:00:00Z"),
      ("2026-01-01T00:00Z", "P2025Y", "0001-01-01T00:00:00Z"),
    ])
  func subtracting(text: String, period: String, difference: String) throws {
    let moment = try #require(Timestamp(rfc3339: text))
    #expect(moment.subtracting(try #require(Period(iso8601: period))).rfc3339 == difference)
  }

  @Test("Years before the first go on: 400 of them have 146097 days")
  func negativeYears() throws {
    let era = Period(months: 4800)
    let first = try #require(Timestamp(rfc3339: "0001-01-31T00:00Z"))
    let before = first.subtracting(era)
    #expect(first.milliseconds - before.milliseconds == 146_097 * 86_400_000)
    #expect(before.adding(era) == first)
    // -399-01-31 and a month is -399-02-28: the year is as long as year 1.
    #expect(before.adding(Period(months: 1)).milliseconds - before.milliseconds == 28 * 86_400_000)
    // -400 is a leap year, as 0 and 400 are.
    let leap = before.subtracting(Period(months: 12))
    #expect(leap.adding(Period(months: 1)).milliseconds - leap.milliseconds == 29 * 86_400_000)
  }

  @Test(
    "At the ends of time nothing traps, and sums stay there",
    arguments: [Period(months: 1), Period(days: 1), Period(seconds: 1), Period(months: 11_999_988)])
  func extremes(period: Period) {
    let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
    #expect(last.adding(period) == last)
    #expect(first.subtracting(period) == first)
    #expect(last.subtracting(period) < last)
    #expect(first.adding(period) > first)
  }

  @Test("Periods as long as numbers go do not trap")
  func longest() {
    let moment = Timestamp(milliseconds: 0)
    for period in [
      Period(months: .max), Period(days: .max), Period(seconds: .max),
      Period(months: .max, days: .max, seconds: .max),
    ] {
      #expect(moment.adding(period) == Timestamp(milliseconds: .max))
      #expect(moment.subtracting(period) == Timestamp(milliseconds: .min))
      #expect(Timestamp(milliseconds: .max).adding(period).milliseconds == .max)
      #expect(Timestamp(milliseconds: .min).subtracting(period).milliseconds == .min)
    }
  }

  @Test(
    "A day begins at midnight in UTC",
    arguments: [
      ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
      ("2026-01-01T23:59:59.999Z", "2026-01-01T00:00:00Z"),
      ("1969-12-31T23:59:59Z", "1969-12-31T00:00:00Z"),
      ("2026-01-01T00:30:00+01:00", "2025-12-31T00:00:00Z"),
    ])
  func startOfDay(text: String, start: String) throws {
    #expect(try #require(Timestamp(rfc3339: text)).startOfDay.rfc3339 == start)
  }

  @Test("The first and the last day of all begin somewhere", arguments: [Int64.min, .max])
  func startOfExtremes(milliseconds: Int64) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.startOfDay.milliseconds % 86_400_000 == 0)
    #expect(abs(moment.days(since: moment.startOfDay)) <= 1)
  }

  @Test("A month later and back is the same moment, unless a day was missing")
  func thereAndBack() {
    for day in 0..<3000 {
      let moment = Timestamp(milliseconds: Int64(day) * 86_400_000 + 12_345)
      let month = Period(months: 1)
      let back = moment.adding(month).subtracting(month)
      let lost = moment.milliseconds - back.milliseconds
      #expect((0...3 * 86_400_000).contains(lost) && lost % 86_400_000 == 0)
      let length = moment.adding(month).milliseconds - moment.milliseconds
      #expect((28...31).contains(length / 86_400_000))
    }
  }
}
