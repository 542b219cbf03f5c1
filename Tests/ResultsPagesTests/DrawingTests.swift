import ExperimentResults
import Testing

@testable import ResultsPages

/// Positions of pictures, by arithmetic.
struct DrawingTests {
  @Test func valuesArePercentOfTheWidth() {
    let scale = Scale(from: -10, to: 30)
    #expect(scale.percent(0) == 25)
    #expect(scale.percent(-.infinity) == 0)
    #expect(scale.percent(99) == 100)
  }

  @Test func aScaleOfOneValueHasAWidth() {
    let scale = Scale([5, 5])
    #expect(scale.percent(5) == 50)
  }

  @Test(
    arguments: [
      (0, 10, [0, 2, 4, 6, 8, 10]), (-0.3, 0.4, [-0.2, 0, 0.2, 0.4]),
      (0, 1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]),
    ] as [(Double, Double, [Double])])
  func ticksAreRound(from: Double, to: Double, ticks: [Double]) {
    let found = Scale(from: from, to: to).ticks(about: 5)
    #expect(found.count == ticks.count)
    #expect(zip(found, ticks).allSatisfy { abs($0 - $1) < 1e-9 * max(1, abs(to)) })
  }

  @Test(
    arguments: [
      (12.0, "12"), (0.5, "0.50"), (-1.005, "-1"), (99.999, "100"), (.infinity, "0"), (.nan, "0"),
      (1e300, "1000000000"), (33.07, "33.07"),
    ] as [(Double, String)])
  func coordinatesHaveNoExponent(value: Double, text: String) {
    #expect(value.coordinate == text)
  }

  @Test(
    arguments: [
      (1_174.0, "USD", true, "1.17 USD"), (842, "USD", true, "0.842 USD"),
      (8_900_000, "NGN", false, "8,900.00 NGN"), (1_500_000, "JPY", false, "1,500 JPY"),
      (-250_000, "EUR", false, "-250.00 EUR"), (-4, "EUR", false, "0.00 EUR"),
      (.infinity, "EUR", false, "unknown"),
    ] as [(Double, String, Bool, String)])
  func moneyHasTheDigitsOfItsCurrency(
    value: Double, currency: String, isAverage: Bool, text: String
  ) {
    #expect(Wording.money(value, currency, isAverage: isAverage) == text)
  }

  @Test func aChanceIsNeverCertain() {
    #expect(ResultsWords.chance(1) == "over 99.9%")
    #expect(ResultsWords.chance(0) == "below 0.1%")
    #expect(ResultsWords.chance(0.904) == "90.4%")
  }
}
