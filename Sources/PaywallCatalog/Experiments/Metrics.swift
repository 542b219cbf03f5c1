/// What an experiment is judged by.
package struct Metrics: Sendable {
  /// The metric that decides.
  package var primary: MetricGoal?
  /// Shown beside it; they decide nothing.
  package var secondary: [MetricGoal]
  /// Must not get worse.
  package var guardrails: [MetricGoal]

  package init(
    primary: MetricGoal? = nil, secondary: [MetricGoal] = [], guardrails: [MetricGoal] = []
  ) {
    self.primary = primary
    self.secondary = secondary
    self.guardrails = guardrails
  }

  package var all: [MetricGoal] { (primary.map { [$0] } ?? []) + secondary + guardrails }
}

/// A metric of an experiment, with what differs from the defaults of its name.
package struct MetricGoal: Sendable {
  package var name: MetricName
  /// How long after the first exposure counts; `nil` for the default, which follows from the
  /// products.
  package var window: Period?
  package var direction: MetricDirection
  /// The smallest relative effect worth shipping.
  package var smallest: BasisPoints?

  package init(
    _ name: MetricName, window: Period? = nil, direction: MetricDirection? = nil,
    smallest: BasisPoints? = nil
  ) {
    self.name = name
    self.window = window
    self.direction = direction ?? name.direction
    self.smallest = smallest
  }
}

/// Which change of a metric is a gain; the words of files.
package enum MetricDirection: String, CaseIterable, Sendable {
  case higherIsBetter, lowerIsBetter
}

/// What can be measured of the persons of an experiment.
package enum MetricName: String, CaseIterable, Sendable {
  case startRate, paidRate, trialToPaid, proceedsPerVisitor, refundShare, cancelWithin24h
  case billingFailure, secondRenewal

  /// Names that were valid before metrics had fixed names.
  package static let former: [String: MetricName] = [
    "trialStart": .startRate, "purchase": .paidRate, "refundRate": .refundShare,
  ]

  package var direction: MetricDirection {
    switch self {
    case .startRate, .paidRate, .trialToPaid, .proceedsPerVisitor, .secondRenewal: .higherIsBetter
    case .refundShare, .cancelWithin24h, .billingFailure: .lowerIsBetter
    }
  }

  /// Whether a person who is in a trial has not decided yet: the window must outlast it.
  package var outlastsTrials: Bool {
    self == .paidRate || self == .trialToPaid || self == .proceedsPerVisitor
  }
}

#if Server
extension Metrics: Hashable {}
extension MetricGoal: Hashable {}
#endif
