import ExperimentResults
import PaywallCatalog

extension Assembly {
  /// - Parameter metrics: in the order of the terms' goals.
  func verdict(_ metrics: [ReportMetric], _ plan: ReportPlan?, _ health: [HealthCheck]) -> Verdict {
    let parts = Array(zip(terms.goals, metrics))
    let goal = parts.first { $0.0.part == .primary }
    return Verdict.of(
      Evidence(
        health: health, days: exposures.map { days(since: $0.lowerBound) } ?? 0,
        metric: goal?.1.name,
        unit: goal.map { unit($0.1) } ?? .share, direction: goal?.1.direction ?? .higherIsBetter,
        smallest: goal?.1.smallest, goals: goal.map { goals($0.1, plan) } ?? [],
        guardrails: parts.filter { $0.0.part == .guardrail }.flatMap(guardrails),
        paying: goal.map { goal in
          parts.filter { $0.0.part == .secondary && $0.0.isPaying(above: goal.0) }.flatMap(paying)
        } ?? [], progress: plan?.progress))
  }

  private func unit(_ metric: ReportMetric) -> MetricUnit {
    metric.isMoney ? .money(terms.money.base) : .share
  }

  /// Returns the days until the report's moment; negative before.
  private func days(since moment: Int64) -> Double {
    Double(terms.asOf.milliseconds - moment) / Double(Maturity.day)
  }

  private func goals(_ primary: ReportMetric, _ plan: ReportPlan?) -> [Evidence.Goal] {
    func found(_ look: ReportPlan.Look?, _ variant: String) -> Comparison? {
      look?.comparisons.first { $0.variant == variant }?.comparison
    }
    let control = buyers(Experiment.control)
    return primary.comparisons.map { named in
      Evidence.Goal(
        variant: named.variant, comparison: named.comparison,
        buyers: control + buyers(named.variant),
        planned: found(plan?.look, named.variant), plannedOn: plan?.look?.on,
        later: found(plan?.later, named.variant))
    }
  }

  /// Persons of a variant who bought, and whose window of the primary metric has closed.
  func buyers(_ name: String) -> Int {
    variantTally(name).allBuyers + (terms.goals.first.map { erased.buyers(of: $0, name) } ?? 0)
  }

  private func guardrails(_ terms: MetricTerms, _ metric: ReportMetric) -> [Guardrail] {
    let closes = exposures.map { terms.maturity.closes(exposedAt: $0.lowerBound) }
    return metric.comparisons.map {
      Guardrail(
        metric: metric.name, unit: unit(metric), variant: $0.variant, direction: metric.direction,
        comparison: $0.comparison, margin: terms.margin,
        isRequired: self.terms.experiment.metrics.require.contains(metric.name),
        knownFrom: closes.map { Timestamp(milliseconds: $0) },
        knownDays: closes.map { days(since: $0) } ?? 0)
    }
  }

  private func paying(_ terms: MetricTerms, _ metric: ReportMetric) -> [Evidence.PayingMetric] {
    metric.comparisons.map {
      Evidence.PayingMetric(
        metric: metric.name, unit: unit(metric), direction: metric.direction, variant: $0.variant,
        comparison: $0.comparison, isDecisive: terms.isDecisive)
    }
  }
}

extension MetricTerms {
  fileprivate func isPaying(above goal: MetricTerms) -> Bool {
    guard let rank = self.goal.name.rankOfPaying, let least = goal.goal.name.rankOfPaying else {
      return false
    }
    return rank > least
  }

  fileprivate var margin: HarmMargin {
    switch goal.margin {
    case .points(let points)?: .absolute(Double(points.value) / 10_000)
    case .money(let amount)?: .absolute(Double(amount.milliunits))
    case .relative(let part)?: .relative(Double(part.value) / 10_000)
    case nil: .none
    }
  }
}
