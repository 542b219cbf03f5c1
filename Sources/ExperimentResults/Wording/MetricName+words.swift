package import PaywallCatalog

extension MetricName {
  /// As people call it, in headings.
  package var words: String {
    switch self {
    case .startRate: "people who start"
    case .paidRate: "people who pay"
    case .trialToPaid: "trials that are paid"
    case .proceedsPerVisitor: "proceeds per person"
    case .refundShare: "refunded purchases"
    case .cancelWithin24h: "cancelled within 24 h"
    case .billingFailure: "failed payments"
    case .secondRenewal: "renewed twice"
    case .saved: "saved customers"
    case .stillPaying: "people who pay again"
    }
  }

  /// As the subject of a sentence, in the plural.
  package var subject: String {
    switch self {
    case .refundShare: "refunds"
    case .cancelWithin24h: "cancellations within 24 h"
    case .secondRenewal: "people who renew twice"
    case .startRate, .paidRate, .trialToPaid, .proceedsPerVisitor, .billingFailure, .saved,
      .stillPaying:
      words
    }
  }

  /// The nearness of the metric to the money that a variant brings; `nil` for one that says nothing
  /// of it. A start may never be paid, and a person who pays may pay less.
  package var rankOfPaying: Int? {
    switch self {
    case .startRate: 0
    case .paidRate: 1
    case .secondRenewal: 2
    case .saved: 0
    case .stillPaying: 1
    case .proceedsPerVisitor: 3
    case .trialToPaid, .refundShare, .cancelWithin24h, .billingFailure: nil
    }
  }
}
