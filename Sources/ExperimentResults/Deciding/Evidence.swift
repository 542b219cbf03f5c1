/// All that a verdict rests on.
package struct Evidence: Hashable, Sendable {
  package var health: [HealthCheck]
  /// Since the first exposure; a fraction of a day counts as such.
  package var days: Double
  /// Paying persons whose window has closed, of the arm that has fewest.
  package var payers: Int
  /// The goal's name.
  package var metric: String
  package var direction: Direction
  /// The smallest relative effect worth shipping, 0.05 is 5 %.
  package var smallest: Double?
  /// One for each variant, all with the α of `ComparisonSettings.shared(by:)`.
  package var goals: [Goal]
  package var guardrails: [Guardrail]
  /// For the sentence of `wait`.
  package var timeLeft: TimeLeft?

  package init(
    health: [HealthCheck], days: Double, payers: Int, metric: String,
    direction: Direction = .higherIsBetter, smallest: Double? = nil, goals: [Goal],
    guardrails: [Guardrail] = [], timeLeft: TimeLeft? = nil
  ) {
    self.health = health
    self.days = days
    self.payers = payers
    self.metric = metric
    self.direction = direction
    self.smallest = smallest
    self.goals = goals
    self.guardrails = guardrails
    self.timeLeft = timeLeft
  }

  /// The goal of one variant.
  package struct Goal: Hashable, Sendable {
    package var variant: String
    /// Over all persons whose window has closed.
    package var comparison: Comparison
    /// Over the persons of the planned sample alone (`PlannedSample`): the same ones whenever it is
    /// looked at, so that its interval is one look. `nil` until all of them are mature, and without
    /// a plan.
    package var planned: Comparison?

    package init(variant: String, comparison: Comparison, planned: Comparison? = nil) {
      self.variant = variant
      self.comparison = comparison
      self.planned = planned
    }
  }

  /// A metric that must not become worse, of one variant.
  package struct Guardrail: Hashable, Sendable {
    package var metric: String
    package var variant: String
    package var direction: Direction
    package var comparison: Comparison

    package init(metric: String, variant: String, direction: Direction, comparison: Comparison) {
      self.metric = metric
      self.variant = variant
      self.direction = direction
      self.comparison = comparison
    }

    /// Whether it is worse, one-sided and at every moment, by the difference and by the lift.
    package var isWorse: Bool {
      guard let relative = comparison.relative, let absolute = comparison.absolute else {
        return isWorseThanConstant
      }
      return [relative, absolute].allSatisfy {
        direction == .higherIsBetter
          ? $0.sequentialAtMost.isBelowZero : $0.sequentialAtLeast.isAboveZero
      }
    }

    /// For an arm of which all persons are alike, such as a control without a single refund, which has
    /// no relative effect: the other arm's variance is used for both.
    private var isWorseThanConstant: Bool {
      let (a, b) = (comparison.control, comparison.variant)
      let variance = max(a.variance, b.variance)
      guard a.units > 0, b.units > 0, variance > 0, comparison.gap != .noDenominator else {
        return false
      }
      let error = (variance / Double(a.units) + variance / Double(b.units)).squareRoot()
      let reach = ConfidenceSequence()
        .oneSidedHalfWidth(standardError: error, units: Double(comparison.units))
      return direction.gain(b.value - a.value) < -reach
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
