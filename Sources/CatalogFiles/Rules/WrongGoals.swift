internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// A goal that does not count what variants differ in: a free trial brings starts that are never paid,
  /// and another product buyers who pay less.
  static let wrongGoals = ValidationRule { draft, sink in
    let offers = draft.offers.map(\.value)
    for experiment in draft.unfinishedExperiments {
      guard let goal = experiment.value.metrics.primary?.name, let place = experiment.primary
      else { continue }
      let differences = VariantDifferences(experiment.value, offers: offers) { draft.paywall($0) }
      guard let better = differences.uncounted(by: goal).last else { continue }
      let differ = differences.isOfProducts ? "what they sell" : "a free trial"
      let counts =
        goal == .startRate ? "starts, trials that are never paid too" : "who pays, and not how much"
      sink.warning(
        .wrongGoal, at: place,
        "variants differ in \(differ), and '\(goal.rawValue)' counts \(counts)",
        help:
          "write 'primary: \(better.rawValue)'; else no variant ships before that metric is better")
    }
  }

  /// Money is compared in the base of the rates.
  static let marginCurrencies = ValidationRule { draft, sink in
    let base = draft.rates?.base ?? "USD"
    for experiment in draft.experiments {
      for guardrail in experiment.guardrails {
        guard case .money(let amount)? = guardrail.value.margin, amount.currency != base else {
          continue
        }
        sink.error(
          .invalidValue, at: guardrail.place,
          "the margin of '\(guardrail.value.name.rawValue)' is in \(amount.currency), and results are in \(base)",
          help: "write it in \(base)")
      }
    }
  }
}
