package import PaywallCatalog
package import Subscribers

/// The verified texts of one customer in one request, of one environment.
package struct Evidence: Sendable {
  package let environment: AppStoreEnvironment
  package let transactions: [Verified<Transaction>]
  package let renewals: [Verified<RenewalInfo>]
  package let appTransaction: Verified<AppTransaction>?
  package let identity: CustomerIdentity
  /// It has a transaction or an app transaction, which name the app.
  package let isOfOurApp: Bool

  /// Refuses texts that contradict each other about environment or customer. A purchase without
  /// `appTransactionId` next to a text with one is stored, but is no evidence about that customer:
  /// nothing shows that it is theirs. Renewal info alone names no app: it is evidence only about a
  /// known purchase.
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
    let isNamed = !customers.isEmpty
    var originals = Set(
      facts.filter { !isNamed || $0.appTransactionId != nil }.map(\.originalTransactionId))
    // Purchases without a customer are a customer each, until Apple names one.
    guard isNamed || originals.count <= 1 else { throw .severalCustomers }
    isOfOurApp = isNamed || !originals.isEmpty
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

  /// The presented facts of the customer: renewal info only with its transaction, and no purchase
  /// without a customer next to one that names the customer.
  package var history: CustomerHistory {
    guard isOfOurApp else { return CustomerHistory(environment: environment) }
    var history = CustomerHistory(
      environment: environment, appTransactionId: identity.appTransactionId,
      transactions: transactions.compactMap(\.payload.fact).filter {
        identity.originalTransactionIds.contains($0.originalTransactionId)
      },
      renewals: renewals.compactMap(\.payload.fact).filter {
        identity.originalTransactionIds.contains($0.originalTransactionId)
      })
    history.acquisition = appTransaction?.payload.acquisition
    return history
  }
}

/// Why verified texts are no evidence about one customer.
package enum EvidenceProblem: String, Error, Hashable, Sendable {
  case severalEnvironments, severalCustomers
  /// The payload names no customer and no purchase.
  case namesNobody
}
