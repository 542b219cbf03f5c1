package import Catalog
package import Subscribers

/// What one request presents about one customer: verified texts of one environment.
package struct Evidence: Sendable {
  package let environment: AppStoreEnvironment
  package let transactions: [Verified<Transaction>]
  package let renewals: [Verified<RenewalInfo>]
  package let appTransaction: Verified<AppTransaction>?
  package let identity: CustomerIdentity
  /// Holds a transaction or an app transaction, which name the app.
  package let isOfOurApp: Bool

  /// Refuses texts that contradict each other about environment or customer. Renewal info alone
  /// names no app: it is evidence only about a purchase that is known already.
  package init(
    transactions: [Verified<Transaction>] = [], renewals: [Verified<RenewalInfo>] = [],
    appTransaction: Verified<AppTransaction>? = nil
  ) throws(EvidenceProblem) {
    let facts = transactions.compactMap(\.payload.fact)
    let environments = Set(
      facts.map(\.environment) + renewals.compactMap(\.payload.fact?.environment)
        + (appTransaction.map { [$0.payload.environment] } ?? []))
    guard environments.count <= 1 else { throw .severalEnvironments }
    let customers = Set(
      facts.compactMap(\.appTransactionId)
        + (appTransaction?.payload.appTransactionId.map { [$0] } ?? []))
    guard customers.count <= 1 else { throw .severalCustomers }
    var originals = Set(facts.map(\.originalTransactionId))
    isOfOurApp = !(originals.isEmpty && customers.isEmpty)
    if !isOfOurApp { originals = Set(renewals.compactMap(\.payload.fact?.originalTransactionId)) }
    guard let environment = environments.first, isOfOurApp || !originals.isEmpty else {
      throw .namesNobody
    }
    self.environment = environment
    self.transactions = transactions
    self.renewals = renewals
    self.appTransaction = appTransaction
    identity = CustomerIdentity(
      appTransactionId: customers.first, originalTransactionIds: originals)
  }

  /// What is presented as facts; renewal info only beside its transaction.
  package var history: CustomerHistory {
    CustomerHistory(
      environment: environment, appTransactionId: identity.appTransactionId,
      transactions: transactions.compactMap(\.payload.fact),
      renewals: !isOfOurApp
        ? []
        : renewals.compactMap(\.payload.fact).filter {
          identity.originalTransactionIds.contains($0.originalTransactionId)
        })
  }
}

/// Why verified texts are no evidence about one customer.
package enum EvidenceProblem: String, Error, Hashable, Sendable {
  case severalEnvironments, severalCustomers
  /// Nothing with an id of a customer or a purchase.
  case namesNobody
}
