internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// A window of a metric of paid conversion or money lasts at least as long as a person can still be
  /// in a trial: else a variant with a trial looks worse than it is.
  static let metricWindows = ValidationRule { draft, sink in
    for experiment in draft.unfinishedExperiments {
      let windows = experiment.windows.filter(\.metric.outlastsTrials)
      guard !windows.isEmpty, let trial = draft.longestTrial(of: experiment.value) else { continue }
      let grace = draft.app?.value.billingGracePeriod
      let least = trial.period.approximateSeconds + (grace?.approximateSeconds ?? 0)
      for window in windows where window.window.approximateSeconds < least {
        sink.error(
          .shortWindow, at: window.place,
          "'\(window.metric.rawValue)' counts \(window.window), and the trial of "
            + "'\(trial.product)' lasts \(trial.period)"
            + (grace.map { " with \($0) of grace after it" } ?? ""),
          help: "write at least \(Period(seconds: least).inDays), or remove 'window' for the "
            + "shortest one that is fair")
      }
    }
  }
}

extension ValidationRule {
  /// A guardrail protects as long as it can still stop something: if no person's window closes before
  /// the experiment ends, it says nothing until then.
  static let lateGuardrails = ValidationRule { draft, sink in
    for experiment in draft.unfinishedExperiments {
      guard let start = experiment.value.schedule.start, let end = experiment.value.schedule.end
      else { continue }
      let length = end.milliseconds - start.milliseconds
      let times = draft.decisionTimes(of: experiment.value)
      for guardrail in experiment.guardrails {
        let name = guardrail.value.name
        let window = guardrail.value.window ?? name.defaultWindow(times)
        let least = name.maturity(window: window.milliseconds, times)
        guard least >= length else { continue }
        sink.warning(
          .lateGuardrail, at: guardrail.place,
          "the guardrail '\(name.rawValue)' cannot stop the experiment: it counts persons "
            + "\(Period(seconds: Int(least / 1000)).inDays) after their exposure, and the schedule "
            + "lasts \(Period(seconds: Int(length / 1000)).inDays)",
          help: "write a shorter window, like { \(name.rawValue): { window: P7D } }, let the "
            + "experiment run longer, or use it as a secondary metric")
      }
    }
  }
}

extension Draft {
  fileprivate func decisionTimes(of experiment: Experiment) -> DecisionTimes {
    let shown = Set(
      experiment.variants.flatMap { variant in
        experiment.placements.compactMap { variant.show(at: $0)?.paywallId }
      })
    let sold = Set(shown.flatMap { paywall($0)?.products ?? [] }.map(\.product))
    let periods = products.filter { sold.contains($0.value.id) }
      .compactMap { $0.value.period?.milliseconds }
    return DecisionTimes(
      trial: longestTrial(of: experiment)?.period.milliseconds ?? 0,
      grace: app?.value.billingGracePeriod?.milliseconds ?? 0, period: periods.max() ?? 0)
  }

  /// The longest free trial of a product that a variant shows.
  fileprivate func longestTrial(of experiment: Experiment) -> (product: String, period: Period)? {
    let shown = Set(
      experiment.variants.flatMap { variant in
        experiment.placements.compactMap { variant.show(at: $0)?.paywallId }
      })
    let entries = shown.flatMap { paywall($0)?.products ?? [] }
    let sold = Set(entries.map(\.sale))
    let listed = Set(entries.flatMap(\.offers))
    var longest: (product: String, period: Period)?
    for offer in offers where offer.value.payment == .freeTrial {
      // Apple gives introductory offers whether or not a paywall lists them.
      guard let period = offer.value.period,
        offer.value.kind == .introductory || listed.contains(offer.value.key),
        let product = offer.value.products.filter({
          sold.contains(PaywallProduct(product: $0, billingPlan: offer.value.billingPlan).sale)
        }).min(),
        period.approximateSeconds > longest?.period.approximateSeconds ?? 0
      else { continue }
      longest = (product, period)
    }
    return longest
  }
}

extension Show {
  fileprivate var paywallId: String? { if case .paywall(let id) = self { id } else { nil } }
}

extension Period {
  /// Rounded up to whole days.
  fileprivate var inDays: Period {
    Period(days: (approximateSeconds + 86_399) / 86_400)
  }
}
