package import PaywallCatalog
package import Subscribers

/// Everything that one customer bought.
package struct CustomerPurchases: Sendable {
  /// The newest text of each transaction id, without the ids of people and bundles.
  package var transactions: [TransactionFact]
  /// The infos of subscriptions that have or had a grace period, and no others.
  package var renewals: [RenewalFact]
  package var customer: CustomerRow.Number = 0
  package var chains: [PurchaseChainRow.Number] = []

  package init(transactions: [TransactionFact] = [], renewals: [RenewalFact] = []) {
    self.transactions = transactions
    self.renewals = renewals
  }
}

/// Takes customers one by one, so that all purchases of a ledger are never in memory together.
package protocol PurchaseReducer: Sendable {
  mutating func add(_ customer: CustomerPurchases)
}

extension Ledger {
  /// Gives each customer of an environment to the reducer, in any order, as of one moment of the ledger.
  package func purchases<Reducer: PurchaseReducer>(
    in environment: AppStoreEnvironment, into reducer: Reducer
  ) async throws(LedgerFailure) -> Reducer {
    try await read(.scan) { tables in
      var reducer = reducer
      try tables.eachCustomer(in: environment, among: nil) { reducer.add($0) }
      return reducer
    }
  }
}
