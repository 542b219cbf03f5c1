package import ExperimentResults
package import PaywallCatalog

/// How the metrics of one phase are computed: windows, rates and commission, all fixed before a person
/// is looked at.
package struct ReportTerms: Sendable {
  package let experiment: Experiment
  package let goals: [MetricTerms]
  /// The longest trial and the grace after it: how long a person may be undecided, in milliseconds.
  package let undecided: Int64
  package let money: MoneyTerms
  package let environment: AppStoreEnvironment
  package let asOf: Timestamp
  /// Days of the curve of proceeds.
  package let curveDays: Int

  package init(
    _ experiment: Experiment, in snapshot: Snapshot, _ environment: AppStoreEnvironment,
    asOf: Timestamp
  ) {
    self.experiment = experiment
    self.environment = environment
    self.asOf = asOf
    let shown = ShownProducts(experiment, in: snapshot)
    let grace = snapshot.app.billingGracePeriod?.milliseconds ?? 0
    let undecided = shown.longestTrial + grace
    self.undecided = undecided
    let metrics = experiment.metrics
    let named: [(MetricGoal, MetricTerms.Part)] =
      (metrics.primary.map { [($0, .primary)] } ?? []) + metrics.secondary.map { ($0, .secondary) }
      + metrics.guardrails.map { ($0, .guardrail) }
    let goals = named.map {
      MetricTerms($0.0, $0.1, shown, undecided: undecided, grace: grace)
    }
    self.goals = goals
    money = MoneyTerms(snapshot.rates, phaseStart: experiment.schedule.start ?? asOf)
    let longest = goals.map(\.window).max() ?? 0
    curveDays = min(180, max(30, Int(longest / Maturity.day)))
  }
}

/// One metric of an experiment.
package struct MetricTerms: Sendable {
  package enum Part: Sendable { case primary, secondary, guardrail }

  package let goal: MetricGoal
  package let part: Part
  package let kind: MetricKind
  package let period: Period
  /// How long after the exposure counts, in milliseconds.
  package let window: Int64
  /// Of a metric that asks what followed a beginning: how long after the exposure that may be.
  package let lead: Int64
  /// When a person counts, after the exposure.
  package let maturity: Maturity

  /// By default `startRate` and what starts with it have 3 days.
  static let startDays = 3

  init(
    _ goal: MetricGoal, _ part: Part, _ shown: ShownProducts, undecided: Int64, grace: Int64
  ) {
    self.goal = goal
    self.part = part
    let day = Maturity.day
    let starts = Int64(Self.startDays) * day
    let fallback: Int64
    switch goal.name {
    case .startRate, .cancelWithin24h: fallback = starts
    case .paidRate: fallback = undecided + day
    case .trialToPaid: fallback = undecided + starts
    case .proceedsPerVisitor, .refundShare: fallback = max(30 * day, undecided + day)
    case .billingFailure: fallback = undecided + starts
    case .secondRenewal: fallback = undecided + grace + 2 * shown.longestPeriod + starts
    }
    period = goal.window ?? Period(days: Int((fallback + day - 1) / day))
    window = period.milliseconds
    lead = max(day, window - undecided)
    switch goal.name {
    case .startRate, .paidRate, .secondRenewal: kind = .proportion
    case .proceedsPerVisitor: kind = .mean
    case .trialToPaid, .refundShare, .cancelWithin24h, .billingFailure: kind = .ratio
    }
    maturity = Maturity(
      window: goal.name == .cancelWithin24h
        ? window + day : goal.name == .trialToPaid ? max(window, lead + undecided) : window)
  }

  /// Whether who bought this is a buyer that a verdict waits for: a free trial is a start, and
  /// nothing is paid in it.
  func isBought(_ purchase: Purchase) -> Bool {
    switch goal.name {
    case .startRate, .cancelWithin24h: purchase.isStart
    case .paidRate, .trialToPaid, .proceedsPerVisitor, .refundShare, .billingFailure,
      .secondRenewal:
      purchase.isPaid
    }
  }

  package var direction: Direction {
    goal.direction == .higherIsBetter ? .higherIsBetter : .lowerIsBetter
  }
}

/// What the variants of an experiment sell.
struct ShownProducts {
  var longestTrial: Int64 = 0
  var longestPeriod: Int64 = 0

  init(_ experiment: Experiment, in snapshot: Snapshot) {
    let entries = experiment.variants.flatMap { variant in
      experiment.placements.flatMap { placement -> [PaywallProduct] in
        guard case .paywall(let id)? = variant.show(at: placement) else { return [] }
        return snapshot.paywalls[id]?.products ?? []
      }
    }
    for entry in entries {
      longestPeriod = max(
        longestPeriod, snapshot.products[entry.product]?.period?.milliseconds ?? 0)
      for offer in snapshot.offers.values where offer.payment == .freeTrial {
        // Apple gives introductory offers whether or not a paywall lists them.
        guard offer.products.contains(entry.product),
          offer.kind == .introductory || entry.offers.contains(offer.key)
        else { continue }
        longestTrial = max(longestTrial, offer.period?.milliseconds ?? 0)
      }
    }
  }
}

extension Period {
  /// A month counts 30.44 days, so that every person's window has the same length.
  package var milliseconds: Int64 { Int64(approximateSeconds) * 1000 }
}
