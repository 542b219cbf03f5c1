package import PaywallCatalog

extension ReopeningLedger {
  package func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage {
    try await ledger().oneTimePurchases(of: name, in: environment, after: cursor, limit: limit)
  }
}
