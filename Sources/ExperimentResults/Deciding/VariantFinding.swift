package import PaywallCatalog

/// The conclusion from the evidence on one variant. The verdict, the answers and every table of a
/// page are made from it, so that they cannot contradict each other.
package struct VariantFinding: Hashable, Sendable {
  package var variant: String
  package var state: State
  /// Which persons and which interval decided.
  package var basis: Basis
  /// The persons that decided, compared.
  package var comparison: Comparison
  package var guardrails: [Guardrail]
  /// The metrics nearer to money than the goal that are worse, or may be.
  package var paying: [Evidence.PayingMetric]
  /// The call of the planned sample that all persons no longer support.
  package var withdrawn: Withdrawn?
  /// The largest relative difference that is left, for a variant that is alike.
  package var bound: Double?
  /// Buyers that no effect would give the smaller arm.
  package var expectedBuyers: Double

  package enum State: String, CaseIterable, Sendable {
    case better, worse
    /// No difference that is worth shipping.
    case alike
    /// The interval holds 0.
    case open
    case tooFewBuyers
    /// There is nothing to compare.
    case unknown
  }

  package enum Basis: String, CaseIterable, Sendable {
    /// All mature persons, by an interval that holds at every moment.
    case everyMoment
    /// The planned sample, by a fixed interval.
    case plannedSample
    /// All mature persons of full weeks, who are more than the planned ones, by a fixed interval.
    case fullWeeks
  }

  package struct Withdrawn: Hashable, Sendable {
    package var state: State
    package var planned: Comparison
    package var on: Timestamp?
  }

  /// The effect that decided: a lift with its interval, or `nil` where a lift is not defined.
  package var lift: (estimate: Double, interval: Interval)? {
    guard comparison.isLiftDefined, let effect = comparison.relative else { return nil }
    return (effect.estimate, interval(of: effect))
  }

  package func interval(of effect: Effect) -> Interval {
    basis == .everyMoment ? effect.sequential : effect.fixed
  }

  package var harmed: [Guardrail] { guardrails.filter { $0.state == .worse } }
  package var losses: [Evidence.PayingMetric] { paying.filter(\.isWorse) }
  /// Whether it cannot ship, however the goal ends.
  package var isVetoed: Bool { !harmed.isEmpty || !losses.isEmpty }
  /// Why a variant that is better does not ship yet.
  package var blocks: [Block] {
    guardrails.compactMap { guardrail in
      if guardrail.isAwaited { return .guardrailIsUnknown(guardrail) }
      if guardrail.isRequired, guardrail.state != .safe { return .guardrailIsRequired(guardrail) }
      return guardrail.isSuspect ? .guardrailIsSuspect(guardrail) : nil
    } + paying.filter { !$0.isWorse && $0.isSuspect }.map { .payingIsSuspect($0) }
  }

  package enum Block: Hashable, Sendable {
    case guardrailIsUnknown(Guardrail)
    case guardrailIsRequired(Guardrail)
    case guardrailIsSuspect(Guardrail)
    case payingIsSuspect(Evidence.PayingMetric)
  }
}

extension VariantFinding {
  init(_ goal: Evidence.Goal, _ evidence: Evidence) {
    variant = goal.variant
    comparison = goal.comparison
    (state, basis) = (.open, .everyMoment)
    guardrails = evidence.guardrails.filter { $0.variant == goal.variant }
    paying = evidence.paying.filter { $0.variant == goal.variant && ($0.isWorse || $0.isSuspect) }
    expectedBuyers = goal.expectedBuyers
    if goal.comparison.difference == nil {
      state = .unknown
    } else if expectedBuyers < Verdict.leastBuyers {
      state = .tooFewBuyers
    } else {
      judge(goal, evidence)
    }
    if state == .open || state == .alike, let smallest = evidence.smallest,
      withdrawn == nil, Self.isWithin(smallest, goal)
    {
      (state, bound) = (.alike, smallest)
    }
  }

  /// Every moment first: what it says holds, whatever the planned sample says. Then the planned sample,
  /// which stands until more persons are mature: what they leave open is withdrawn, which makes no
  /// verdict and only takes some away.
  private mutating func judge(_ goal: Evidence.Goal, _ evidence: Evidence) {
    func state(_ sign: Double) -> State {
      evidence.direction.gain(sign) > 0 ? .better : .worse
    }
    if let sign = goal.comparison.sign(\.sequential) { return self.state = state(sign) }
    guard let planned = goal.planned, planned.difference != nil else { return }
    guard let sign = planned.sign(\.fixed) else {
      (self.state, basis, comparison) = (.alike, .plannedSample, planned)
      bound = planned.relative.map { Self.largest($0.fixed) }
      return
    }
    if let later = goal.later, let effect = later.relative, let smallest = evidence.smallest,
      Self.largest(effect.fixed) < smallest
    {
      // All persons say that it is less than what is worth shipping.
      (self.state, basis, comparison, bound) = (.alike, .fullWeeks, later, smallest)
      return
    }
    if let later = goal.later, later.sign(\.fixed) != sign {
      withdrawn = Withdrawn(state: state(sign), planned: planned, on: goal.plannedOn)
      return
    }
    (self.state, basis, comparison) = (state(sign), .plannedSample, planned)
  }

  private static func isWithin(_ smallest: Double, _ goal: Evidence.Goal) -> Bool {
    [goal.comparison.relative?.sequential, goal.planned?.relative?.fixed]
      .contains { $0.map { largest($0) < smallest } ?? false }
  }

  private static func largest(_ interval: Interval) -> Double {
    max(abs(interval.lower), abs(interval.upper))
  }
}
