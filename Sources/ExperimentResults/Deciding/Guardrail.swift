package import PaywallCatalog

/// How much worse a guardrail may become before it counts as harm.
package enum HarmMargin: Hashable, Sendable {
  /// In the metric's own unit: 0.01 is one point of a share; milliunits of money.
  case absolute(Double)
  /// A share of the control's value: 0.1 is 10 %.
  case relative(Double)

  package static let none = HarmMargin.absolute(0)
}

/// A metric that must not become worse, of one variant.
package struct Guardrail: Hashable, Sendable {
  package var metric: MetricName
  package var unit: MetricUnit
  package var variant: String
  package var direction: Direction
  package var comparison: Comparison
  package var margin: HarmMargin
  /// The variant ships only once this guardrail is safe.
  package var isRequired: Bool
  /// When the window of the first person closes; `nil` if that is not known.
  package var knownFrom: Timestamp?
  /// Days since that moment; negative before it.
  package var knownDays: Double

  package init(
    metric: MetricName, unit: MetricUnit = .share, variant: String, direction: Direction,
    comparison: Comparison, margin: HarmMargin = .none, isRequired: Bool = false,
    knownFrom: Timestamp? = nil, knownDays: Double = .infinity
  ) {
    self.metric = metric
    self.unit = unit
    self.variant = variant
    self.direction = direction
    self.comparison = comparison
    self.margin = margin
    self.isRequired = isRequired
    self.knownFrom = knownFrom
    self.knownDays = knownDays
  }

  /// The probability of a false call, of each guardrail and variant: a missed harm is worse than a false one.
  package static let alpha = 0.05
  /// Denominators that each arm needs before any call: persons, or purchases of a share of purchases.
  package static let leastDenominators = 20.0
  /// The days that a better variant waits for a guardrail with fewer denominators.
  package static let longestWait = 28.0

  package enum State: String, CaseIterable, Sendable {
    /// The lower end of the harm exceeds the margin.
    case worse
    /// Neither is known.
    case open
    /// The upper end of the harm is below the margin.
    case safe
    /// An arm has too few denominators for any call.
    case unknown
  }
}

extension Guardrail {
  /// How much worse the variant is than the control, in the metric's unit; a positive harm is a loss. Each
  /// end holds at every look with 1 − α. `nil` with too few denominators.
  package var harm: Interval? { interval(than: 1).map { $0.interval } }

  package var state: State {
    guard let (excess, _) = excess else { return .unknown }
    if excess.isAboveZero { return .worse }
    return excess.isBelowZero ? .safe : .open
  }

  /// Whether a single look at a fixed interval would call it worse: a variant does not ship meanwhile.
  package var isSuspect: Bool { excess.map { $0.atOneLook > 0 } ?? false }

  /// Whether a variant that is better waits for the first call.
  package var isAwaited: Bool { state == .unknown && knownDays < Self.longestWait }

  /// The harm that the guardrail leaves open, as a sentence; `nil` for one that is worse or safe.
  package var openWords: String? {
    let subject = metric.subject
    switch state {
    case .worse, .safe: return nil
    case .unknown:
      guard knownDays < 0, let knownFrom else {
        return "\(subject.capitalizedFirst) are too few to judge."
      }
      return "\(subject.capitalizedFirst) are known from \(Wording.day(knownFrom)) on."
    case .open:
      return
        "No harm is shown; \(subject) could still be \(most ?? "very different")."
    }
  }

  /// `up to 1.4 points higher`: the harm that is left; `nil` if none is, or any.
  package var most: String? {
    guard let harm, harm.upper.isFinite, harm.upper > 0 else { return nil }
    return
      "up to \(unit.distance(harm.upper)) \(direction == .lowerIsBetter ? "higher" : "lower")"
  }

  /// The harm beyond the margin. A relative margin is tested as μB − (1 ± m)μA and never by dividing.
  private var excess: (interval: Interval, atOneLook: Double)? {
    switch margin {
    case .absolute(let size):
      return interval(than: 1).map {
        (
          Interval(lower: $0.interval.lower - size, upper: $0.interval.upper - size),
          $0.atOneLook - size
        )
      }
    case .relative(let part):
      return interval(than: direction == .lowerIsBetter ? 1 + part : 1 - part)
    }
  }

  /// The harm against a multiple of the control's value: one-sided ends of the confidence sequence of
  /// equation 134 (`ConfidenceSequence`) over the persons of both arms, and the lower end at one look.
  private func interval(than factor: Double) -> (interval: Interval, atOneLook: Double)? {
    let (a, b) = (comparison.control, comparison.variant)
    guard min(a.denominators, b.denominators) >= Self.leastDenominators else { return nil }
    guard let errors = comparison.errorsOfOthers else { return constant }
    let adjusted = comparison.absolute?.estimate ?? (b.value - a.value)
    let estimate = -direction.gain(adjusted + (1 - factor) * a.value)
    let error = (errors.variant + factor * factor * errors.control).squareRoot()
    let reach = ConfidenceSequence(alpha: Self.alpha)
      .oneSidedHalfWidth(standardError: error, units: Double(comparison.units))
    return (
      Interval(around: estimate, reach),
      estimate + NormalDistribution.quantile(Self.alpha) * error
    )
  }

  /// The harm from shares that are 0 or 1 in each arm. The ends share α.
  private var constant: (interval: Interval, atOneLook: Double)? {
    guard unit == .share, let a = Self.range(of: comparison.control),
      let b = Self.range(of: comparison.variant)
    else { return (Interval(lower: -.infinity, upper: .infinity), -.infinity) }
    let harm =
      direction == .lowerIsBetter
      ? Interval(lower: b.lower - a.upper, upper: b.upper - a.lower)
      : Interval(lower: a.lower - b.upper, upper: a.upper - b.lower)
    return (harm, harm.lower)
  }

  /// Returns the possible values of a share whose n denominators were all alike, at every look: the
  /// mixture of binomial likelihoods over a uniform prior (Robbins 1970) exceeds 1/α beyond
  /// 1 − (α/(n + 1))^(1/n).
  private static func range(of arm: Comparison.Arm) -> Interval? {
    let n = arm.independent
    guard n > 0, arm.value == 0 || arm.value == 1 else { return nil }
    let other = 1 - ConfidenceSequence.root(alpha / 2 / (n + 1), n)
    return arm.value == 0
      ? Interval(lower: 0, upper: other) : Interval(lower: 1 - other, upper: 1)
  }
}
