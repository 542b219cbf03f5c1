internal import PaywallCatalog

extension MetricName {
  /// The explanation of the metric, for editors.
  var explanation: String {
    switch self {
    case .startRate: "The share of persons who buy or begin a trial."
    case .paidRate: "The share of persons who pay."
    case .trialToPaid: "Of those who begin a trial, the share who pay after it."
    case .proceedsPerVisitor: "What is left of prices after refunds and commission, per person."
    case .refundShare: "Of paid purchases, the share that is refunded."
    case .cancelWithin24h: "Of those who start, the share who turn renewal off within 24 hours."
    case .billingFailure: "Of those who start, the share whose renewal cannot be charged."
    case .secondRenewal: "The share of persons who pay three times for one subscription."
    }
  }
}
