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

  /// 100,000 persons a week: the plan of about 87,000 is reached after one, and looked at once it is mature.
  @Test func `the planned sample is looked at when all of it is mature`() throws {
    let day = Moments(units: 7_150, successes: 286)
    func days(_ mature: Int, _ control: [Moments], _ smallest: Double = 0.1) -> DailySums.Look? {
      let sums = DailySums(
        .proportion, smallest: smallest, widths: [1, 1], control: control, variants: [control],
        buyers: control.map { Int($0.sum) }, enrolled: control.map { 2 * $0.units },
        matureDays: mature)
      return sums.planned(sums.firstPlan?.persons)
    }
    let weeks = Array(repeating: day, count: 21)
    #expect(days(6, weeks) == nil)
    #expect(days(7, weeks)?.days == 7)
    #expect(days(21, weeks)?.days == 7)
    #expect(days(21, weeks)?.persons == 7 * 14_300)
    // Half of the effect needs four times as many.
    #expect(days(20, weeks, 0.055) == nil)
    #expect(days(21, weeks, 0.055)?.days == 21)
    // Later days do not move the plan, however they differ.
    let other =
      Array(weeks.prefix(7)) + Array(repeating: Moments(units: 9, successes: 9), count: 14)
    #expect(days(21, other)?.days == 7)
    #expect(days(7, []) == nil)
  }

  /// 12 and 14 of 500 a day: the plan is made on the second day, of 26 buyers among 1,000 persons, at the
  /// rate 25/999.
  @Test func `a plan is made from the first buyers of the control, however slowly they come`() {
    let control = [12, 14, 90].map { Moments(units: 500, successes: $0) }
    func size(_ mature: Int) -> Int? {
      DailySums(
        .proportion, smallest: 0.2, widths: [1, 1], control: control, variants: [control],
        buyers: [12, 14, 90], enrolled: [1000, 1000, 1000], matureDays: mature
      ).firstPlan?.persons
    }
    #expect(size(1) == nil)
    let planned = PowerPlan(Baseline(proportion: 25.0 / 999), arms: 2).visitors(lift: 0.2).value
    #expect(size(2) == planned.map { Int($0) })
    #expect(size(3) == size(2))
  }

  @Test func `what is left follows from the visitors that come`() {
    func progress(_ enrolled: [Int], _ day: Int, planned: Int = 4_000) -> PlanProgress {
      PlanProgress(
        planned: planned, enrolled: enrolled, day: day, windowDays: 3, isEnrolling: true)
    }
    // 1,000 of 4,000 in 10 days: 30 more, which is day 40, the end of a week is 42, and the windows 45.
    let steady = progress(Array(repeating: 100, count: 10), 10)
    #expect(steady.missing == 3_000)
    #expect(steady.daysLeft == 35)
    #expect(steady.quietDays == nil)
    // All of them came within six weeks, and their windows closed on day 45.
    #expect(progress(Array(repeating: 100, count: 42), 43).daysLeft == 2)
    #expect(progress(Array(repeating: 100, count: 42), 60).daysLeft == 0)
    // Nobody has entered for 20 weeks.
    let quiet = progress(Array(repeating: 100, count: 10), 150)
    #expect(quiet.quietDays == 140)
    #expect(quiet.daysLeft == 182 + 3 - 150)
    #expect(quiet.timeLeft == "at least 35 days")
    // 20 visitors a day and 16,000 persons: 780 more days, which nobody counts.
    let slow = progress(Array(repeating: 20, count: 20), 20, planned: 16_000)
    #expect(slow.daysLeft == 805 - 20 + 3)
    #expect(slow.timeLeft == "about 113 weeks")
    #expect(progress([1], 1, planned: .max).daysLeft == nil)
    let ended = PlanProgress(
      planned: 4_000, enrolled: [100], day: 9, windowDays: 3, isEnrolling: false)
    #expect(ended.daysLeft == nil)
    #expect(ended.missing == 3_900)
  }
}
