package import PaywallCatalog
package import Refunds

extension MemoryLedger {
  package func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> ReportOutcome {
    try writeAtOnce { try $0.keep(report, of: name, in: environment, at: now) }
  }

  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try read { try $0.dueRefundCases(at: now, limit: limit) }
  }

  package func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) async throws(LedgerFailure) -> Bool {
    try writeAtOnce { try $0.settle(notification, as: state, on: basis, failure: failure) }
  }

  package func postpone(
    _ notification: String, until moment: Timestamp, failure: String?
  ) async throws(LedgerFailure) {
    try writeAtOnce { try $0.postpone(notification, until: moment, failure: failure) }
  }

  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try read { try $0.completeRefundCases(after: number, limit: limit) }
  }

  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try read { try $0.refundCases(named: id) }
  }

  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try read { $0.refundCounts(lateSince: now.adding(milliseconds: -RefundCounts.memory)) }
  }
}
