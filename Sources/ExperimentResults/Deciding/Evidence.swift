package import PaywallCatalog

/// All that a verdict rests on.
package struct Evidence: Hashable, Sendable {
  package var health: [HealthCheck]
  /// Days since the first exposure, fractions included.
  package var days: Double
  /// The goal; `nil` if the experiment names none.
  package var metric: MetricName?
  package var unit: MetricUnit
  package var direction: Direction
  /// The smallest relative effect worth shipping, 0.05 is 5 %.
  package var smallest: Double?
  /// One for each variant, all with the α of `ComparisonSettings.shared(by:)`.
  package var goals: [Goal]
  package var guardrails: [Guardrail]
  /// Metrics that are nearer to money than the goal.
  package var paying: [PayingMetric]
  /// The progress of the planned sample; `nil` before there is a plan.
  package var progress: PlanProgress?

  package init(
    health: [HealthCheck] = [], days: Double, metric: MetricName?, unit: MetricUnit = .share,
    direction: Direction = .higherIsBetter, smallest: Double? = nil, goals: [Goal],
    guardrails: [Guardrail] = [], paying: [PayingMetric] = [], progress: PlanProgress? = nil
  ) {
    self.health = health
    self.days = days
    self.metric = metric
    self.unit = unit
    self.direction = direction
    self.smallest = smallest
    self.goals = goals
    self.guardrails = guardrails
    self.paying = paying
    self.progress = progress
  }

  /// The goal of one variant.
  package struct Goal: Hashable, Sendable {
    package var variant: String
    /// Over all persons whose window has closed.
    package var comparison: Comparison
    /// Persons of both arms whose window has closed and who bought, whatever was refunded later.
    package var buyers: Int
    /// Over the persons of the planned sample alone (`PlannedSample`): the same ones whenever it is
    /// looked at, so that its interval is one look. `nil` until all of them are mature, and without
    /// a plan.
    package var planned: Comparison?
    /// The day on which the planned sample was mature.
    package var plannedOn: Timestamp?
    /// Over all mature persons of full weeks; `nil` while those are the planned ones.
    package var later: Comparison?

    package init(
      variant: String, comparison: Comparison, buyers: Int, planned: Comparison? = nil,
      plannedOn: Timestamp? = nil, later: Comparison? = nil
    ) {
      self.variant = variant
      self.comparison = comparison
      self.buyers = buyers
      self.planned = planned
      self.plannedOn = plannedOn
      self.later = later
    }

    /// The buyers that no effect would give the smaller arm. Both arms count together: a variant
    /// that sells nothing must not make everybody wait for its buyers.
    package var expectedBuyers: Double {
      guard comparison.units > 0 else { return 0 }
      let smaller = min(comparison.control.units, comparison.variant.units)
      return Double(buyers) * Double(smaller) / Double(comparison.units)
    }
  }

  /// A metric that is nearer to money than the goal, of one variant. A variant that loses by it does not
  /// ship for winning more starts, or more buyers who pay less.
  package struct PayingMetric: Hashable, Sendable {
    package var metric: MetricName
    package var unit: MetricUnit
    package var direction: Direction
    package var variant: String
    package var comparison: Comparison
    /// True if variants differ in something that only this metric counts: a trial, or a price.
    package var isDecisive: Bool

    package init(
      metric: MetricName, unit: MetricUnit, direction: Direction, variant: String,
      comparison: Comparison, isDecisive: Bool = false
    ) {
      self.metric = metric
      self.unit = unit
      self.direction = direction
      self.variant = variant
      self.comparison = comparison
      self.isDecisive = isDecisive
    }

    package var isWorse: Bool {
      comparison.sign(\.sequential).map { direction.gain($0) < 0 } ?? false
    }

    /// Whether it may be worse, by one look at a one-sided fixed interval. Where it is decisive, whether one
    /// such look does not show it better: the goal says nothing of it.
    package var isSuspect: Bool {
      guard let effect = comparison.difference else { return isDecisive }
      let (isBetter, isWorse) =
        direction == .higherIsBetter
        ? (effect.fixedAtLeast.isAboveZero, effect.fixedAtMost.isBelowZero)
        : (effect.fixedAtMost.isBelowZero, effect.fixedAtLeast.isAboveZero)
      return isDecisive ? !isBetter : isWorse
    }
  }
}

extension ComparisonSettings {
  /// For goals of several variants: each gets its part of α (Bonferroni), so that all intervals
  /// together hold with 1 − α and agree with the verdict. Not for guardrails.
  package func shared(by variants: Int) -> ComparisonSettings {
    var settings = self
    settings.alpha = alpha / Double(max(1, variants))
    return settings
  }
}
