package import PaywallCatalog
package import Refunds

/// Requests for refunds, from Apple's `CONSUMPTION_REQUEST` to its decision, and what the team's
/// server reports for the answers. A request is opened when its notification is appended, however
/// it came; it and the reports are erased with the person.
package protocol RefundLedger: Sendable {
  /// Stores a report on a customer, or on one purchase of the customer, in the place of the one
  /// before. Requests that wait for it, or were refused for want of consent and can still be
  /// answered, are due at once.
  func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> ReportOutcome

  /// Open requests that are due, those with the earliest deadline first.
  func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase]

  /// Stores how an open request ended.
  ///
  /// - Parameter failure: what the last call said, if it failed.
  /// - Returns: `false`, with nothing written, if it is not open: it was settled before, or its
  ///   person was erased.
  func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) async throws(LedgerFailure) -> Bool

  /// Stores when an open request is looked at next; with a failure, a call failed before.
  func postpone(
    _ notification: String, until moment: Timestamp, failure: String?
  ) async throws(LedgerFailure)

  /// Requests in the order in which they came: at most `limit` with a number greater than `number`.
  func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase]

  /// Requests with this `notificationUUID`, or for the transaction of this id, in any environment.
  func refundCases(named id: String) async throws(LedgerFailure) -> [PendingRefundCase]

  /// What readiness and metrics tell of requests.
  func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts
}

/// A request with what was reported of its purchase and of its customer.
package struct PendingRefundCase: Hashable, Sendable {
  package var refundCase: RefundCase
  package var reports: [ConsumptionReport]

  package init(_ refundCase: RefundCase, reports: [ConsumptionReport] = []) {
    self.refundCase = refundCase
    self.reports = reports
  }
}

/// The result of a report.
package enum ReportOutcome: Hashable, Sendable {
  /// Stored; so many open requests can be answered with it.
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
  /// Those that came too late in the last day.
  package var recentlyLate = 0

  /// How long one that came too late counts as recent, in milliseconds.
  package static let memory: Int64 = 86_400_000

  package init() {}
}
