@testable import ExperimentResults
import Testing

@Suite("impact")
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

  /// GrowthBook's mid-experiment power: the factor is where the asked power is met.
  @Test func `the factor by which a sample must grow has the asked power`() throws {
    let goal = PowerGoal(smallest: 0.15, tuning: nil)
    let factor = try #require(goal.factor(for: Self.comparison))
    #expect(abs((goal.power(of: Self.comparison, factor: factor) ?? 0) - 0.8) < 1e-5)
    #expect(PowerGoal(smallest: 0.5).factor(for: Self.comparison) == 0)
    #expect(PowerGoal(smallest: 0).factor(for: Self.comparison) == nil)
  }
}
