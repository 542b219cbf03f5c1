package import PaywallCatalog
package import Subscribers

/// A request with what was reported of its purchase and of its customer.
package struct PendingRefundCase: Hashable, Sendable {
  package var refundCase: RefundCase
  package var reports: [ConsumptionReport] = []
}

/// The result of a report.
package enum ReportOutcome: Hashable, Sendable {
  /// Stored; this many open requests can be answered with it.
  case kept(requests: Int)
  case unknownCustomer
  /// The customer has no transaction of this id.
  case unknownTransaction
  /// A user is linked to several customers, and a report without a transaction does not say which.
  case severalCustomers(Int)
  /// Apple computes the used share of what renews by itself.
  case shareOfSubscription
}

/// Numbers of requests for refunds.
package struct RefundCounts: Hashable, Sendable {
  package var open = 0
  /// Open ones of which calls of Apple's API have failed.
  package var failing = 0
  /// When the 12 hours of the oldest open one end.
  package var nextDeadline: Timestamp?
  package var answered = 0
  package var refused: [RefundRefusal: Int] = [:]
  /// The cases that missed their deadline in the last day.
  package var recentlyLate = 0

  /// How long one that came too late counts as recent, in milliseconds.
  package static let memory: Int64 = 86_400_000
}

extension RefundCounts {
  /// - Parameters:
  ///   - open: the number of open cases, of those with attempts, and when the oldest was requested.
  ///   - settled: the number of settled cases by refusal, and of those of the last day.
  package init(
    open: (cases: Int, failing: Int, oldest: Timestamp?)?,
    settled: [(refusal: String?, cases: Int, recent: Int)]
  ) {
    self.init()
    self.open = open?.cases ?? 0
    failing = open?.failing ?? 0
    nextDeadline = (open?.oldest).map { RefundDeadline.answer(to: $0) }
    for (refusal, count, recent) in settled {
      guard let refusal else {
        answered = count
        continue
      }
      if let known = RefundRefusal(rawValue: refusal) { refused[known] = count }
      if refusal == RefundRefusal.tooLate.rawValue { recentlyLate = recent }
    }
  }
}
