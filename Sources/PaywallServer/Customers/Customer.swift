import AppStore
import Ledger
import PaywallCatalog
import Subscribers

/// A customer of Apple that a request may ask about, and everything known about them.
struct Customer: Sendable {
  /// The ledger's facts, and those that the evidence of this request adds.
  var history: CustomerHistory
  /// `nil` if a server named the customer.
  var evidence: Evidence?
  /// Whether the ledger has all the evidence.
  var isKept = true

  /// The owner of a grant.
  var identity: CustomerIdentity {
    if let evidence { return evidence.ownerIdentity }
    return history.appTransactionId.map { CustomerIdentity(appTransactionId: $0) }
      ?? history.identity
  }

  var environment: AppStoreEnvironment { history.environment }

  /// The id that ties a signature to the customer: the newest transaction, else the app
  /// transaction. Evidence comes first, so that a replayed text opens nothing else.
  var transactionId: String? {
    let shown = evidence?.history ?? history
    return shown.newestTransaction?.transactionId ?? shown.appTransactionId
  }

  /// The account that Apple vouches for, from the newest verified transaction with one.
  var appAccountToken: String? {
    (evidence?.history ?? history).transactions.filter { $0.appAccountToken?.isEmpty == false }
      .max { $0.isOlder(than: $1) }?.appAccountToken
  }
}

extension CustomerHistory {
  var newestTransaction: TransactionFact? { transactions.max { $0.isOlder(than: $1) } }
}

extension TransactionFact {
  fileprivate func isOlder(than other: TransactionFact) -> Bool {
    (purchaseDate ?? signedDate, transactionId) < (
      other.purchaseDate ?? other.signedDate, other.transactionId
    )
  }
}
