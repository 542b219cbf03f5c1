import AppStore
import Catalog
import Decisions
import Subscribers

/// What is known of the customer that a request is about.
enum CustomerResolution: Sendable {
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
