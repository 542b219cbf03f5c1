internal import PaywallCatalog

extension MetricName {
  /// The explanation of the metric, for editors.
  var explanation: String {
    switch self {
    case .startRate: "The share of persons who buy or begin a trial."
    case .paidRate: "The share of persons who pay."
    case .trialToPaid: "The share of people with a trial who pay after it."
    case .proceedsPerVisitor: "Prices less refunds and commission, per person."
    case .refundShare: "The share of paid purchases that is refunded."
    case .cancelWithin24h: "The share of starters who turn renewal off within 24 hours."
    case .billingFailure: "The share of starters whose renewal cannot be charged."
    case .secondRenewal: "The share of persons who pay three times for one subscription."
    case .saved: "The share of customers whose subscription renews a day after a retention message."
    case .stillPaying: "The share of persons who pay for another period after a retention message."
    }
  }
}
