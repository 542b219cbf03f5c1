import ExperimentResults
import Testing

@Suite("numbers in sentences")
struct WordingTests {
  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ] as [(Int, String)])
  func `thousands are separated`(number: Int, text: String) {
    #expect(Wording.count(number) == text)
  }

  @Test(
    arguments: [
      (0.0123, "1.2%", "+1.2%"), (-0.2, "-20%", "-20%"), (0, "0%", "0%"),
      (0.0004, "0%", "0%"), (-0.0123, "-1.2%", "-1.2%"), (12.345, "1,234.5%", "+1,234.5%"),
      (.infinity, "very many %", "+very many %"),
    ] as [(Double, String, String)])
  func `shares have one digit`(share: Double, text: String, change: String) {
    #expect(Wording.percent(share) == text)
    #expect(Wording.change(share) == change)
  }

  @Test func `odds have two digits`() {
    #expect(Wording.odds(0.000834) == "in one of 1,200")
    #expect(Wording.odds(1e-9) == "in fewer than one of 1,000,000")
    #expect(Wording.count(2.6) == "3")
    #expect(Wording.count(.nan) == "very many")
  }

  @Test func `nothing falls by more than all of it`() {
    #expect(Wording.lifts(Interval(lower: -1.867, upper: 0.511)) == "-100% to +51.1%")
  }

  @Test func `differences are in points or in money`() {
    #expect(MetricUnit.share.change(0.0142) == "+1.4 points")
    #expect(MetricUnit.share.distance(-0.01) == "1 point")
    #expect(MetricUnit.money("USD").change(-1_170) == "-1.17 USD")
  }
}
