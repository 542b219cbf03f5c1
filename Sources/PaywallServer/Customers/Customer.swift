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

/// What is known of who asks.
enum Acquaintance: Sendable {
  /// Nobody whom Apple vouches for; in the environment that a server named, if it did.
  case nobody(AppStoreEnvironment?)
  case known(Customer)
  /// The ledger could not be asked; with the evidence of the request, if it brought some.
  case unavailable(AppStoreEnvironment?, Evidence?)

  var customer: Customer? {
    if case .known(let customer) = self { customer } else { nil }
  }

  /// Verified texts of this request that the ledger may not have yet.
  var unkept: Evidence? {
    switch self {
    case .nobody: nil
    case .known(let customer): customer.isKept ? nil : customer.evidence
    case .unavailable(_, let evidence): evidence
    }
  }

  /// Where the request plays: what its evidence or its server says, whatever its attributes say.
  var environment: AppStoreEnvironment? {
    switch self {
    case .nobody(let environment): environment
    case .known(let customer): customer.environment
    case .unavailable(let environment, let evidence): evidence?.environment ?? environment
    }
  }

  /// Whom a signature that gives nothing away can be tied to.
  var presented: Customer? {
    if case .unavailable(_, let evidence?) = self {
      return Customer(history: evidence.history, evidence: evidence)
    }
    return customer
  }

  /// What a decision may know by it.
  func knowledge(at now: Timestamp, in snapshot: Snapshot) -> SubscriberKnowledge {
    switch self {
    case .nobody: .unidentified
    case .unavailable: .unavailable
    case .known(let customer): .known(customer.history.facts(at: now, in: snapshot))
    }
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
