#if Server
/// The metrics that judge an experiment.
package struct Metrics: Hashable, Sendable {
  /// The metric that decides.
  package var primary: MetricGoal?
  /// Shown beside it; they decide nothing.
  package var secondary: [MetricGoal]
  /// Must not get worse.
  package var guardrails: [MetricGoal]
  /// Guardrails that must be safe, within their margin, before a variant ships.
  package var require: [MetricName]
  /// The planned breakdowns of the primary metric; every other breakdown is exploratory.
  package var breakdowns: [ResultDimension]

  package init(
    primary: MetricGoal? = nil, secondary: [MetricGoal] = [], guardrails: [MetricGoal] = [],
    require: [MetricName] = [], breakdowns: [ResultDimension] = []
  ) {
    self.primary = primary
    self.secondary = secondary
    self.guardrails = guardrails
    self.require = require
    self.breakdowns = breakdowns
  }

  package var all: [MetricGoal] { (primary.map { [$0] } ?? []) + secondary + guardrails }
}

/// A metric of an experiment, with what differs from the defaults of its name.
package struct MetricGoal: Hashable, Sendable {
  package var name: MetricName
  /// How long after the first exposure counts; `nil` for the default, which follows from the
  /// products.
  package var window: Period?
  package var direction: MetricDirection
  /// The smallest relative effect worth shipping.
  package var smallest: BasisPoints?
  /// The harm that a guardrail allows.
  package var margin: MetricMargin?
  /// The percentile of paying persons at which a person's money is cut; `nil` for the default.
  package var cap: BasisPoints?

  package init(
    _ name: MetricName, window: Period? = nil, direction: MetricDirection? = nil,
    smallest: BasisPoints? = nil, margin: MetricMargin? = nil, cap: BasisPoints? = nil
  ) {
    self.name = name
    self.window = window
    self.direction = direction ?? name.direction
    self.smallest = smallest
    self.margin = margin
    self.cap = cap
  }
}

/// How much worse a guardrail may become before it counts as harm.
package enum MetricMargin: Hashable, Sendable {
  /// Points of a share: `1pp`.
  case points(BasisPoints)
  /// An amount, for a mean of money: `0.05 USD`.
  case money(MoneyAmount)
  /// A share of the control's value: `10%`.
  case relative(BasisPoints)

  /// Reads `1pp`, `0.05 USD` or `10%`.
  package init?(_ text: some StringProtocol) {
    if text.hasSuffix("pp") {
      guard let points = BasisPoints(percent: "\(text.dropLast(2))%") else { return nil }
      self = .points(points)
    } else if let share = BasisPoints(percent: text) {
      self = .relative(share)
    } else if let amount = MoneyAmount(text) {
      self = .money(amount)
    } else {
      return nil
    }
  }

  package var isAboveZero: Bool {
    switch self {
    case .points(let share), .relative(let share): share != .none
    case .money(let amount): amount.milliunits > 0
    }
  }
}

extension MetricMargin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .points(let share): "\("\(share)".dropLast())pp"
    case .relative(let share): "\(share)"
    case .money(let amount): "\(amount)"
    }
  }
}

/// Which change of a metric is a gain; the words of files.
package enum MetricDirection: String, CaseIterable, Sendable {
  case higherIsBetter, lowerIsBetter
}

/// A metric of the persons of an experiment.
package enum MetricName: String, CaseIterable, Sendable {
  case startRate, paidRate, trialToPaid, proceedsPerVisitor, refundShare, cancelWithin24h
  case billingFailure, secondRenewal
  // The metrics of customers who are about to cancel.
  case saved, stillPaying

  /// Names that were valid before metrics had fixed names.
  package static let former: [String: MetricName] = [
    "trialStart": .startRate, "purchase": .paidRate, "refundRate": .refundShare,
  ]

  package var direction: MetricDirection {
    switch self {
    case .startRate, .paidRate, .trialToPaid, .proceedsPerVisitor, .secondRenewal, .saved,
      .stillPaying:
      .higherIsBetter
    case .refundShare, .cancelWithin24h, .billingFailure: .lowerIsBetter
    }
  }

  /// Whether a person who is in a trial has not decided yet: the window must outlast it.
  package var outlastsTrials: Bool {
    self == .paidRate || self == .trialToPaid || self == .proceedsPerVisitor
  }
}

/// How long persons of an experiment may be undecided, by what its variants sell; in milliseconds.
package struct DecisionTimes: Hashable, Sendable {
  /// The longest free trial.
  package var trial: Int64
  /// The time that billing may take after the trial and after each period.
  package var grace: Int64
  /// The longest period of a subscription.
  package var period: Int64

  package init(trial: Int64, grace: Int64, period: Int64) {
    self.trial = trial
    self.grace = grace
    self.period = period
  }

  /// The longest trial and the grace after it.
  package var undecided: Int64 { trial + grace }
}

extension MetricName {
  /// Days after the exposure in which something that is metered from its start has to start.
  package static let startDays: Int64 = 3

  /// How long after the exposure counts if a file names no window, in whole days.
  package func defaultWindow(_ times: DecisionTimes) -> Period {
    let day = Timestamp.day
    let starts = Self.startDays * day
    let length: Int64 =
      switch self {
      case .startRate, .cancelWithin24h: starts
      case .paidRate: times.undecided + day
      case .trialToPaid, .billingFailure: times.undecided + starts
      case .proceedsPerVisitor, .refundShare: max(30 * day, times.undecided + day)
      case .secondRenewal: times.undecided + times.grace + 2 * times.period + starts
      case .saved: day
      case .stillPaying: times.undecided + times.grace + times.period + starts
      }
    return Period(days: Int(clamping: (length + day - 1) / day))
  }

  /// How long after the exposure a person counts, in milliseconds: when everything that the metric
  /// asks for has happened or will not.
  ///
  /// - Parameter window: how long after the exposure counts.
  package func maturity(window: Int64, _ times: DecisionTimes) -> Int64 {
    switch self {
    case .cancelWithin24h: window + Timestamp.day
    case .paidRate, .trialToPaid: max(window, lead(window: window, times) + times.undecided)
    case .startRate, .proceedsPerVisitor, .refundShare, .billingFailure, .secondRenewal, .saved,
      .stillPaying:
      window
    }
  }

  /// How long after the exposure that may begin which the metric follows, in milliseconds: what begins
  /// later could not be decided within the window.
  package func lead(window: Int64, _ times: DecisionTimes) -> Int64 {
    max(Timestamp.day, window - times.undecided)
  }
}

extension Period {
  /// A month counts 30.44 days, so that every person's window has the same length.
  package var milliseconds: Int64 { Int64(approximateSeconds) * 1000 }
}
#endif
