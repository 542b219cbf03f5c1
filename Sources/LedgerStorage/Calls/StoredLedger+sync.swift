package import Ledger
package import PaywallCatalog
package import Refunds

extension StoredLedger {
  package func dueRefundCases(
    at now: Timestamp, limit: Int
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read { try $0.dueRefundCases(at: now, limit: limit) }
  }

  package func refundCases(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [RefundCase] {
    try await read { try $0.completeRefundCases(after: number, limit: limit) }
  }

  package func refundCases(
    named id: String
  ) async throws(LedgerFailure) -> [PendingRefundCase] {
    try await read { try $0.refundCases(named: id) }
  }

  package func refundCounts(at now: Timestamp) async throws(LedgerFailure) -> RefundCounts {
    try await read {
      try $0.refundCounts(lateSince: now.adding(milliseconds: -RefundCounts.memory))
    }
  }

  package func progress(of job: String) async throws(LedgerFailure) -> String? {
    try await answer { try $0.job(job)?.progress }
  }

  package func hold(of job: String) async throws(LedgerFailure) -> JobHold? {
    try await answer { try $0.job(job)?.hold }
  }

  package func historyFetch(
    of id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> HistoryFetch? {
    try await answer { try $0.historyFetch(of: id, in: environment) }
  }

  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) async throws(LedgerFailure) -> [WantedHistory] {
    try await read { try $0.wanted(limit: limit, at: now) }
  }

  package func hasNotification(_ uuid: String) async throws(LedgerFailure) -> Bool {
    try await answer { try $0.isNoted(notification: uuid) }
  }

  package func keptAside(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [KeptAside] {
    try await read { try $0.keptAside(after: number, limit: limit) }
  }

  package func fullPricePurchases(
    grantedSince moment: Timestamp, before grant: Int64?, limit: Int
  ) async throws(LedgerFailure) -> FullPricePage {
    try await read { tables in
      let page = try tables.fullPricePurchases(
        grantedSince: moment, before: grant, limit: limit)
      return FullPricePage(
        reports: try page.found.withTexts { try tables.entries(ofChain: $0) }, next: page.next)
    }
  }

  package func fullPricePurchases(
    under grants: [Int64]
  ) async throws(LedgerFailure) -> [FullPriceReport] {
    try await read { tables in
      try tables.fullPricePurchases(under: grants).withTexts { try tables.entries(ofChain: $0) }
    }
  }
}
