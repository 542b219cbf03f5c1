import ExperimentResults
import Testing

@Suite("impact and time left")
struct ImpactTests {
  static let comparison = Comparison(
    .proportion, control: Moments(units: 10_000, successes: 500),
    variant: Moments(units: 10_000, successes: 560))

  /// 0.006 more payers per visitor; 20,000 persons in 10 days are half of 4,000 visitors a day.
  @Test func `the impact is that of all visitors`() throws {
    let impact = try #require(
      ScaledImpact(Self.comparison, kind: .proportion, units: 20_000, traffic: 0.5, days: 10))
    #expect(impact.visitorsPerDay == 4000)
    #expect(isClose(impact.perDay, 24, 1e-12))
    #expect(impact.interval.contains(24))
    let kinds: [(MetricKind, Int, Double, Double)] = [
      (.ratio, 20_000, 0.5, 10), (.mean, 0, 0.5, 10), (.mean, 10, 0, 10), (.mean, 10, 1, 0),
    ]
    for (kind, units, traffic, days) in kinds {
      #expect(
        ScaledImpact(Self.comparison, kind: kind, units: units, traffic: traffic, days: days)
          == nil)
    }
  }

  @Test func `the time left follows from the persons a day`() throws {
    let goal = PowerGoal(smallest: 0.15, tuning: nil)
    let factor = try #require(goal.factor(for: Self.comparison))
    let units = Int((20_000 * factor).rounded(.up))
    #expect(
      TimeLeft(Self.comparison, goal, perDay: 1000)
        == .left(units: units, days: (units + 999) / 1000))
    #expect(abs((goal.power(of: Self.comparison, factor: factor) ?? 0) - 0.8) < 1e-5)
    #expect(TimeLeft(Self.comparison, PowerGoal(smallest: 0.5), perDay: 0) == .enough)
    #expect(TimeLeft(Self.comparison, goal, perDay: 0) == .unknown(.noTraffic))
    #expect(
      TimeLeft(Self.comparison, PowerGoal(smallest: 0), perDay: 10) == .unknown(.outOfReach))
    let none = Comparison(.mean, control: Moments(), variant: Moments())
    #expect(TimeLeft(none, goal, perDay: 10) == .unknown(.noComparison))
  }
}
