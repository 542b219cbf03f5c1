package import Ledger
package import PaywallCatalog
package import Refunds

extension MeasuredLedger {
  package func keep(
    _ report: ConsumptionReport, of name: CustomerName, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) async throws(LedgerFailure) -> ReportOutcome {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.keep(report, of: name, in: environment, at: now)
    }
  }

  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.dueRefundCases(at: now, limit: limit)
    }
  }

  package func settle(
    _ notification: String, as state: RefundCase.State, on basis: RefundBasis, failure: String?
  ) async throws(LedgerFailure) -> Bool {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.settle(notification, as: state, on: basis, failure: failure)
    }
  }

  package func postpone(
    _ notification: String, until moment: Timestamp, failure: String?
  ) async throws(LedgerFailure) {
    try await write { [ledger] () async throws(LedgerFailure) in
      try await ledger.postpone(notification, until: moment, failure: failure)
    }
  }

  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.refundCases(after: number, limit: limit)
    }
  }

  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.refundCases(named: id)
    }
  }

  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try await read { [ledger] () async throws(LedgerFailure) in
      try await ledger.refundCounts(at: now)
    }
  }
}
