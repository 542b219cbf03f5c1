package import ExperimentReports
package import ExperimentResults
import PaywallCatalog

extension ReportMetric {
  /// The number of one variant: `4.2%`, `1.17 USD`.
  package func text(_ arm: ReportArm, _ currency: String) -> String {
    arm.value(kind).map(unit(currency).text) ?? "–"
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

  /// `within 11 days, begun within 1 day`.
  package var windowWords: String {
    let within = "within \(ResultsWords.period(window))"
    return lead.map { "\(within), begun within \(ResultsWords.period($0))" } ?? within
  }

  /// Persons who count, of all variants.
  package var persons: Int { arms.reduce(0) { $0 + $1.persons } }
  /// Persons whose window is open, of all variants.
  package var waiting: Int { arms.reduce(0) { $0 + $1.waiting } }

  /// Returns the state of a variant by the sequential intervals: the rule of the verdict.
  package func state(_ comparison: Comparison) -> MetricState {
    guard comparison.difference != nil else {
      // A control that sells no trial never has one.
      let arms = [comparison.control, comparison.variant]
      return name == .trialToPaid && arms.contains { $0.units > 0 && $0.denominators == 0 }
        ? .noTrials : .unknown
    }
    guard let sign = comparison.sign(\.sequential) else { return .open }
    return direction.gain(sign) > 0 ? .better : .worse
  }

  /// The difference of a variant: `+40%`, or in points or money where a lift is not defined.
  package func change(_ comparison: Comparison, _ currency: String) -> String? {
    comparison.relative.map { Wording.change($0.estimate) }
      ?? comparison.difference.map { unit(currency).change($0.estimate) }
  }

  /// The interval of `change`, which holds at every moment.
  package func range(_ comparison: Comparison, _ currency: String) -> String? {
    let unit = unit(currency)
    return comparison.relative.map { ResultsWords.range($0.sequential) }
      ?? comparison.difference.map {
        "\(unit.change($0.sequential.lower)) to \(unit.change($0.sequential.upper))"
      }
  }

  package func unit(_ currency: String) -> MetricUnit {
    isMoney ? .money(currency) : kind == .mean ? .number : .share
  }
}

extension ExperimentReport {
  /// The state of a variant by a metric, as the verdict has it.
  package func state(_ metric: ReportMetric, _ named: NamedComparison) -> MetricState {
    let finding = verdict.finding(of: named.variant)
    if let guardrail = finding?.guardrails.first(where: { $0.metric == metric.name }),
      guardrails.contains(where: { $0.name == metric.name })
    {
      return MetricState(guardrail.state)
    }
    guard metric.name == primary?.name, let finding else { return metric.state(named.comparison) }
    return MetricState(finding.state)
  }

  /// The same in words, which name the planned sample: the interval beside them is that of everybody.
  func stateWords(_ metric: ReportMetric, _ named: NamedComparison) -> String {
    let words = state(metric, named).words
    let isPlanned =
      metric.name == primary?.name
      && verdict.finding(of: named.variant)?.basis == .plannedSample
    return isPlanned ? "\(words) in the planned sample" : words
  }
}

/// The state of a difference.
package enum MetricState: String, Sendable {
  case better, worse
  /// No difference that is worth shipping.
  case alike
  /// No harm beyond the margin; only a guardrail has this state.
  case safe
  /// The interval holds 0.
  case open
  /// An arm has no trials, so there is nothing to compare.
  case noTrials
  /// There is no interval, or too little for one.
  case unknown

  /// Takes over a guardrail's state, which has the same name.
  init(_ state: Guardrail.State) { self = Self(rawValue: state.rawValue) ?? .unknown }

  /// Takes over a finding's state, which has the same name; with too few buyers nothing is known.
  init(_ state: VariantFinding.State) { self = Self(rawValue: state.rawValue) ?? .unknown }

  package var words: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .alike: "no difference"
    case .safe: "safe"
    case .open: "still open"
    case .noTrials: "no trials"
    case .unknown: "too early"
    }
  }

  package var tone: Tone {
    switch self {
    case .better, .safe: .good
    case .worse: .bad
    case .alike, .open, .noTrials, .unknown: .calm
    }
  }
}
