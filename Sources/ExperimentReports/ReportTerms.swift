package import ExperimentResults
package import PaywallCatalog
import Serving

/// How the metrics of one phase are computed: windows, rates and commission, all fixed before a person
/// is looked at.
package struct ReportTerms: Sendable {
  package private(set) var experiment: Experiment
  package let goals: [MetricTerms]
  /// How long a person may be undecided, in milliseconds, for the funnel: the longest trial, the grace after
  /// it and a day, or as long as the goal asks for.
  package let undecided: Int64
  package let money: MoneyTerms
  package let environment: AppStoreEnvironment
  package private(set) var asOf: Timestamp
  /// Days of the curve of proceeds.
  package let curveDays: Int
  /// The products that the variants sell.
  package let products: Set<String>

  package init(
    _ experiment: Experiment, in snapshot: Snapshot, _ environment: AppStoreEnvironment,
    asOf: Timestamp
  ) {
    self.init(
      experiment, shown: ShownProducts(experiment, in: snapshot), in: snapshot, environment,
      asOf: asOf)
  }

  init(
    _ experiment: Experiment, shown: ShownProducts, in snapshot: Snapshot,
    _ environment: AppStoreEnvironment, asOf: Timestamp
  ) {
    self.experiment = experiment
    self.environment = environment
    self.asOf = asOf
    products = shown.products
    let times = shown.times(grace: snapshot.app.billingGracePeriod)
    let metrics = experiment.metrics
    let named: [(MetricGoal, MetricTerms.Part)] =
      (metrics.primary.map { [($0, .primary)] } ?? []) + metrics.secondary.map { ($0, .secondary) }
      + metrics.guardrails.map { ($0, .guardrail) }
    let decisive =
      metrics.primary.map { VariantDifferences(experiment, in: snapshot).uncounted(by: $0.name) }
      ?? []
    let missing = decisive.filter { name in !metrics.all.contains { $0.name == name } }
    let goals =
      named.map { MetricTerms($0.0, $0.1, times, isDecisive: decisive.contains($0.0.name)) }
      + missing.map {
        MetricTerms(MetricGoal($0), .secondary, times, isDecisive: true, isImplied: true)
      }
    self.goals = goals
    undecided = max(
      times.undecided + Maturity.day, metrics.primary == nil ? 0 : goals[0].maturity.window)
    money = MoneyTerms(snapshot.rates, phaseStart: experiment.schedule.start ?? asOf)
    let longest = goals.map(\.window).max() ?? 0
    curveDays = min(180, max(30, Int(longest / Maturity.day)))
  }
}

extension ReportTerms {
  /// The same metrics, windows and rates, of another experiment at another moment.
  func applied(to other: Experiment, asOf moment: Timestamp) -> ReportTerms {
    var terms = self
    (terms.experiment, terms.asOf) = (other, moment)
    return terms
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
  /// The longest time from the exposure to a beginning, for a metric that asks what followed it.
  package let lead: Int64
  /// When a person counts, after the exposure.
  package let maturity: Maturity
  /// True if variants differ in something that this metric counts and the goal does not.
  let isDecisive: Bool
  /// The file does not name it.
  let isImplied: Bool

  init(
    _ goal: MetricGoal, _ part: Part, _ times: DecisionTimes, isDecisive: Bool = false,
    isImplied: Bool = false
  ) {
    self.isDecisive = isDecisive
    self.isImplied = isImplied
    self.goal = goal
    self.part = part
    period = goal.window ?? goal.name.defaultWindow(times)
    window = period.milliseconds
    lead = goal.name.lead(window: window, times)
    maturity = Maturity(window: goal.name.maturity(window: window, times))
    switch goal.name {
    case .startRate, .paidRate, .secondRenewal, .stillPaying: kind = .proportion
    case .proceedsPerVisitor: kind = .mean
    case .trialToPaid, .refundShare, .cancelWithin24h, .billingFailure, .saved: kind = .ratio
    }
  }

  /// True if a person who bought this is a buyer that a verdict waits for: a free trial is a start,
  /// and nothing is paid in it.
  func isBought(_ purchase: Purchase) -> Bool {
    switch goal.name {
    case .startRate, .cancelWithin24h: purchase.isStart
    case .paidRate, .trialToPaid, .proceedsPerVisitor, .refundShare, .billingFailure,
      .secondRenewal, .saved, .stillPaying:
      purchase.isPaidPeriod
    }
  }

  /// True if purchases and trials that begin after the lead count for no variant.
  var hasLead: Bool { goal.name == .paidRate || goal.name == .trialToPaid }

  package var direction: Direction {
    goal.direction == .higherIsBetter ? .higherIsBetter : .lowerIsBetter
  }
}

/// The products that the variants of an experiment sell.
package struct ShownProducts {
  var longestTrial: Int64 = 0
  var longestPeriod: Int64 = 0
  var products: Set<String> = []

  package func times(grace: Period?) -> DecisionTimes {
    DecisionTimes(trial: longestTrial, grace: grace?.milliseconds ?? 0, period: longestPeriod)
  }

  init(_ experiment: Experiment, in snapshot: Snapshot) {
    let entries = experiment.variants.flatMap { variant in
      experiment.placements.flatMap { placement -> [PaywallProduct] in
        guard case .paywall(let id)? = variant.show(at: placement) else { return [] }
        return snapshot.shown(id)?.products ?? []
      }
    }
    self.init(entries, in: snapshot)
    addPeriods(of: experiment, in: snapshot)
  }

  /// Customers who are about to cancel have any subscription, whatever they are shown.
  mutating func addPeriods(of experiment: Experiment, in snapshot: Snapshot) {
    guard experiment.placements.contains(RetentionMessage.placement) else { return }
    for product in snapshot.products.values where product.type == .autoRenewable {
      longestPeriod = max(longestPeriod, product.period?.milliseconds ?? 0)
    }
  }

  package init(_ entries: [PaywallProduct], in snapshot: Snapshot) {
    for entry in entries {
      products.insert(entry.product)
      longestPeriod = max(
        longestPeriod, snapshot.products[entry.product]?.period?.milliseconds ?? 0)
      for offer in snapshot.offers.values where offer.payment == .freeTrial {
        // Apple gives introductory offers whether or not a paywall lists them.
        guard entry.hasUnasked(offer) || entry.offers.contains(offer.key) else { continue }
        longestTrial = max(longestTrial, offer.period?.milliseconds ?? 0)
      }
    }
  }
}
