import AppStore
import PaywallCatalog
import Subscribers

/// The server's knowledge of the customer of a request.
enum CustomerResolution: Sendable {
  /// No customer that Apple vouches for; with the environment if a server named one.
  case nobody(AppStoreEnvironment?)
  case known(Customer)
  /// The ledger is unavailable; with the evidence of the request, if it has any.
  case unavailable(AppStoreEnvironment?, Evidence?)

  var customer: Customer? {
    if case .known(let customer) = self { customer } else { nil }
  }

  /// The verified texts of this request.
  var evidence: Evidence? {
    switch self {
    case .nobody: nil
    case .known(let customer): customer.evidence
    case .unavailable(_, let evidence): evidence
    }
  }

  /// Verified texts of this request that the ledger may not have yet.
  var unkept: Evidence? {
    switch self {
    case .nobody: nil
    case .known(let customer): customer.isKept ? nil : customer.evidence
    case .unavailable(_, let evidence): evidence
    }
  }

  /// The environment of the evidence or the server; the attributes cannot change it.
  var environment: AppStoreEnvironment? {
    switch self {
    case .nobody(let environment): environment
    case .known(let customer): customer.environment
    case .unavailable(let environment, let evidence): evidence?.environment ?? environment
    }
  }

  /// The customer for a signature that grants nothing.
  var presented: Customer? {
    if case .unavailable(_, let evidence?) = self {
      return Customer(history: evidence.history, evidence: evidence)
    }
    return customer
  }

  /// The facts for a decision.
  func knowledge(at now: Timestamp, in snapshot: Snapshot) -> SubscriberKnowledge {
    switch self {
    case .nobody: .unidentified
    case .unavailable: .unavailable
    case .known(let customer): .known(customer.history.facts(at: now, in: snapshot))
    }
  }
}
