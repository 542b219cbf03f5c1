import PaywallCatalog
import Testing

/// Shares, slices, periods.
struct NumberTests {
  @Test(
    "A share is read in percent, to a hundredth",
    arguments: [
      ("20%", 2000), ("12.5 %", 1250), ("0.01%", 1), ("100%", 10_000), ("0%", 0), ("33.33%", 3333),
      ("7.05%", 705), ("007%", 700),
    ])
  func percent(text: String, value: Int) {
    #expect(BasisPoints(percent: text)?.value == value)
  }

  @Test(
    "What is no share is refused",
    arguments: [
      "", "%", "20", "100.01%", "101%", "0.001%", "-1%", "+1%", "1.%", ".5%", "1..5%", "1,5%",
      "1e1%", "٢%", "0020%", "20%%", " 20%", "20\u{301}%",
    ])
  func noPercent(text: String) {
    #expect(BasisPoints(percent: text) == nil)
  }

  @Test("A share is a number from 0 to 10000")
  func bounds() {
    #expect(BasisPoints(-1) == nil)
    #expect(BasisPoints(10_001) == nil)
    #expect(BasisPoints(0) == BasisPoints.none)
    #expect(BasisPoints(10_000) == .all)
    #expect(BasisPoints.none < .all)
  }

  @Test(
    "A share is written as the files write it",
    arguments: [
      (0, "0%"), (1, "0.01%"), (10, "0.1%"), (705, "7.05%"), (1250, "12.5%"), (10_000, "100%"),
    ])
  func written(value: Int, text: String) {
    #expect(BasisPoints(value)?.description == text)
    #expect(BasisPoints(percent: text)?.value == value)
  }

  @Test("A slice is a half-open part of a layer that is not empty")
  func slices() throws {
    let (low, middle, high) = (
      try #require(BasisPoints(1000)), try #require(BasisPoints(2000)),
      try #require(BasisPoints(3000))
    )
    let slice = try #require(Slice(start: low, end: middle))
    #expect([999, 1000, 1999, 2000].map(slice.contains) == [false, true, true, false])
    #expect(Slice(start: low, end: low) == nil)
    #expect(Slice(start: middle, end: low) == nil)
    let next = try #require(Slice(start: middle, end: high))
    #expect(!slice.overlaps(next) && !next.overlaps(slice))
    #expect(slice.overlaps(.whole) && Slice.whole.overlaps(next) && slice.overlaps(slice))
  }

  @Test(
    "A period is an ISO 8601 duration of whole numbers",
    arguments: [
      ("P1Y", 12, 0, 0), ("P18M", 18, 0, 0), ("P1W", 0, 7, 0), ("P3D", 0, 3, 0),
      ("PT24H", 0, 0, 86_400), ("PT1M", 0, 0, 60), ("P1M", 1, 0, 0), ("PT30S", 0, 0, 30),
      ("P1Y2M3W4DT5H6M7S", 14, 25, 18_367), ("P0Y1D", 0, 1, 0),
    ])
  func period(text: String, months: Int, days: Int, seconds: Int) {
    #expect(Period(iso8601: text) == Period(months: months, days: days, seconds: seconds))
  }

  @Test(
    "What is no period is refused",
    arguments: [
      "", "P", "PT", "P0D", "P1", "1D", "p1d", "P-1D", "P1.5D", "PD", "P1DT", "P1H", "PT1D",
      "P1M1Y", "P1D1D", "P1000000D", "PT1HT1M", "P1D ", "P٢D", "P1W2W", "P1TD",
    ])
  func noPeriod(text: String) {
    #expect(Period(iso8601: text) == nil)
  }

  @Test(
    "A period is written in its shortest form, which reads back",
    arguments: [
      ("P12M", "P1Y"), ("P18M", "P18M"), ("P7D", "P1W"), ("P8D", "P8D"), ("P1M7D", "P1M7D"),
      ("PT24H", "PT24H"), ("PT90M", "PT1H30M"), ("PT61S", "PT1M1S"), ("P1DT1S", "P1DT1S"),
    ])
  func periodWritten(text: String, written: String) {
    let period = Period(iso8601: text)
    #expect(period?.description == written)
    #expect(Period(iso8601: written) == period)
  }

  @Test("The approximate length orders periods")
  func approximate() {
    let texts = ["PT1H", "P1D", "P1W", "P1M", "P3M", "P1Y"]
    let lengths = texts.compactMap { Period(iso8601: $0)?.approximateSeconds }
    #expect(lengths == lengths.sorted() && lengths.count == texts.count)
    #expect(lengths[1] == 86_400)
  }
}
