import AppStore
import Catalog
import Decisions
import Ledger
import Subscribers

/// A customer of Apple's whom a request may ask about, with everything that is known of them.
struct Customer: Sendable {
  /// What the ledger has, and what the evidence of this request adds to it.
  var history: CustomerHistory
  /// `nil` where a server named the customer.
  var evidence: Evidence?
  /// Nothing of the evidence is news to the ledger.
  var isKept = true

  /// Whose place a grant is.
  var identity: CustomerIdentity {
    if let evidence { return evidence.ownerIdentity }
    return history.appTransactionId.map { CustomerIdentity(appTransactionId: $0) }
      ?? history.identity
  }

  var environment: AppStoreEnvironment { history.environment }

  /// The customer, for signatures that are tied to one: of the evidence if there is any, so that a
  /// replayed text opens nothing else. The newest transaction, else the app transaction.
  var transactionId: String? {
    let shown = evidence?.history ?? history
    return shown.newestTransaction?.transactionId ?? shown.appTransactionId
  }

  /// The account that Apple vouches for: of the newest verified transaction that carries one.
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
