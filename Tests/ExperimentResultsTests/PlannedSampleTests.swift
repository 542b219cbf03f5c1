import ExperimentResults
import Testing

struct PlannedSampleTests {
  @Test func `a planned sample ends with a full week`() {
    let daily = Array(repeating: 100, count: 20)
    #expect(PlannedSample.days(enrolled: daily, planned: 650) == 7)
    #expect(PlannedSample.days(enrolled: daily, planned: 701) == 14)
    #expect(PlannedSample.days(enrolled: daily, planned: 1401) == nil)
    // It does not change when more persons come.
    #expect(PlannedSample.days(enrolled: daily + daily, planned: 650) == 7)
    #expect(PlannedSample.days(enrolled: daily, planned: 0) == nil)
    #expect(PlannedSample.days(enrolled: [], planned: 5) == nil)
  }

  /// The figures of `PowerTests`; of several variants the smallest needs most, at its part of alpha.
  @Test func `the size is that of the power plan`() {
    func size(
      _ kind: MetricKind, _ control: Moments, _ smallest: Double, _ widths: [Int],
      _ direction: Direction = .higherIsBetter
    ) -> Int? {
      PlannedSample.size(
        kind, control: Comparison(kind, control: control, variant: control).control,
        smallest: smallest, direction: direction, widths: widths)
    }
    let control = Moments(units: 1000, successes: 40)
    #expect(size(.proportion, control, 0.1, [5000, 5000]) == 86_856)
    #expect(size(.proportion, control, 0.1, [5000, 5000], .lowerIsBetter) == 64_565)
    #expect(size(.proportion, control, 0.2, [900, 100]) == 63_576)
    #expect((size(.proportion, control, 0.1, [5000, 4000, 1000]) ?? 0) > 231_673)
    #expect(size(.proportion, Moments(units: 1000, successes: 0), 0.1, [1, 1]) == nil)
    #expect(size(.proportion, control, 0.1, [1]) == nil)
  }

  /// 100,000 persons a week: the plan of 86,856 is reached after one, and looked at once it is mature.
  @Test func `the planned sample is looked at when all of it is mature`() {
    let day = Moments(units: 7_150, successes: 286)
    func days(_ mature: Int, _ control: [Moments], _ smallest: Double = 0.1) -> Int? {
      PlannedSample.matureDays(
        .proportion, control: control, enrolled: control.map { 2 * $0.units }, matureDays: mature,
        smallest: smallest, direction: .higherIsBetter, widths: [1, 1])
    }
    let weeks = Array(repeating: day, count: 21)
    #expect(days(6, weeks) == nil)
    #expect(days(7, weeks) == 7)
    #expect(days(21, weeks) == 7)
    // Half of the effect needs four times as many.
    #expect(days(20, weeks, 0.055) == nil)
    #expect(days(21, weeks, 0.055) == 21)
    // Later days do not move the plan, however they differ.
    let other =
      Array(weeks.prefix(7)) + Array(repeating: Moments(units: 9, successes: 9), count: 14)
    #expect(days(21, other) == 7)
    let compared = PlannedSample.comparison(
      .proportion, control: weeks, variant: other, days: 14, ComparisonSettings())
    #expect(compared.control.units == 14 * 7_150)
    #expect(compared.variant.units == 7 * 7_150 + 7 * 9)
    #expect(
      PlannedSample.matureDays(
        .proportion, control: [], enrolled: [], matureDays: 7, smallest: 0.1,
        direction: .higherIsBetter, widths: [1, 1]) == nil)
  }
}
