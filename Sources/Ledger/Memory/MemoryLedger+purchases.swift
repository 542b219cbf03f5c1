package import PaywallCatalog

extension MemoryLedger {
  package func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage {
    try read { try $0.oneTimePurchases(of: name, in: environment, after: cursor, limit: limit) }
  }
}
