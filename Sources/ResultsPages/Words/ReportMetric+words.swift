package import ExperimentResults
import PaywallCatalog

extension ReportMetric {
  /// The number of one variant: `4.2%`, `1.17 USD`.
  package func text(_ arm: ReportArm, _ currency: String) -> String {
    guard let value = arm.value(kind) else { return "–" }
    if isMoney { return ResultsWords.money(value, currency, isAverage: true) }
    return kind == .mean ? ResultsWords.decimal(value, 2) : Wording.percent(value)
  }

  /// How much the differences owe to the adjustment by earlier spending; `nil` without one.
  package var adjustmentWords: String? {
    guard let removed = comparisons.compactMap(\.comparison.adjustment?.varianceRemoved).max()
    else {
      return nil
    }
    return removed < 0.01
      ? "Differences are adjusted by what people had spent before, which explains less than 1% of them."
      : "Differences are adjusted by what people had spent before, which takes \(Wording.percent(removed)) of the noise away."
  }

  /// Persons who count, of all variants.
  package var persons: Int { arms.reduce(0) { $0 + $1.persons } }
  /// Persons whose window is open, of all variants.
  package var waiting: Int { arms.reduce(0) { $0 + $1.waiting } }

  /// What the sequential intervals of the lift and of the difference say of a variant, if they
  /// agree: the rule of the verdict.
  package func state(_ comparison: Comparison) -> MetricState {
    guard let effect = comparison.relative, effect.estimate.isFinite else { return .unknown }
    guard let difference = comparison.absolute?.sequential else { return .open }
    let intervals = [effect.sequential, difference]
    let isAbove = intervals.allSatisfy(\.isAboveZero)
    guard isAbove || intervals.allSatisfy(\.isBelowZero) else { return .open }
    return direction.gain(isAbove ? 1 : -1) > 0 ? .better : .worse
  }

  /// The same of a guardrail, by the rule of the verdict: one-sided.
  package func guardrailState(_ named: NamedComparison) -> MetricState {
    let guardrail = Evidence.Guardrail(
      metric: name.rawValue, variant: named.variant, direction: direction,
      comparison: named.comparison)
    if guardrail.isWorse { return .worse }
    let state = state(named.comparison)
    return state == .worse ? .open : state
  }
}

/// What is known of a difference.
package enum MetricState: String, Sendable {
  case better, worse
  /// The interval holds 0.
  case open
  /// There is no interval.
  case unknown

  package var words: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .open: "still open"
    case .unknown: "too early"
    }
  }

  package var tone: Tone {
    switch self {
    case .better: .good
    case .worse: .bad
    case .open, .unknown: .calm
    }
  }
}
