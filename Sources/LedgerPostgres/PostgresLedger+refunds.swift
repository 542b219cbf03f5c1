package import Ledger
import LedgerStorage
package import PaywallCatalog
package import Refunds

extension PostgresLedger {
  package func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> ReportOutcome {
    try await writer.write(LockName.names(of: name, environment)) {
      try $0.keep(report, of: name, in: environment, at: now)
    }
  }

  package func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) async throws(LedgerFailure) -> Bool {
    try await writer.write([.refundCase(notification)]) {
      try $0.settle(notification, as: state, on: basis, failure: failure)
    }
  }

  package func postpone(
    _ notification: String, until moment: Timestamp, failure: String?
  ) async throws(LedgerFailure) {
    try await writer.write([.refundCase(notification)]) {
      try $0.postpone(notification, until: moment, failure: failure)
    }
  }
}
