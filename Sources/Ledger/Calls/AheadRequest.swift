import AppStore
package import PaywallCatalog
package import PaywallTextCoding
import Subscribers

/// The rows that a call will probably read, as far as its arguments say. They are read in the first
/// round trip of a transaction; every other read takes a round trip of its own.
package struct AheadRequest: Sendable {
  /// A customer by Apple's name, or a purchase chain by its id.
  package struct Place: Hashable, Sendable {
    package let environment: AppStoreEnvironment
    package let id: UTF8Key

    package init(_ environment: AppStoreEnvironment, _ id: String) {
      self.environment = environment
      self.id = UTF8Key(id)
    }
  }

  /// A text within a purchase chain: the id of a transaction, or a token.
  package struct Member: Hashable, Sendable {
    package let chain: Place
    package let text: UTF8Key

    package init(_ chain: Place, _ text: String) {
      self.chain = chain
      self.text = UTF8Key(text)
    }
  }

  /// The grants of an offer on a day.
  package struct Day: Hashable, Sendable {
    package let environment: AppStoreEnvironment
    package let offer: UTF8Key
    package let day: Int64

    package init(_ environment: AppStoreEnvironment, of offer: String, at moment: Timestamp) {
      self.environment = environment
      self.offer = UTF8Key(offer)
      day = moment.dayOfGrants
    }
  }

  package let environment: AppStoreEnvironment
  /// Customers by Apple's names, and purchase chains by their ids.
  package var names: Set<Place> = []
  package var chains: Set<Place> = []
  package var transactions: Set<Member> = []
  package var tokens: Set<Member> = []
  package var notifications: Set<UTF8Key> = []
  package var digests: Set<[UInt8]> = []
  package var nonces: Set<UTF8Key> = []
  package var days: Set<Day> = []
  /// All purchases and grants of the customers.
  package var isWhole = false
  /// Numbers of new rows that it may need.
  package var newGrants = 0

  init(in environment: AppStoreEnvironment) { self.environment = environment }

  /// Adds a request of the same environment.
  fileprivate mutating func formUnion(_ other: AheadRequest) {
    names.formUnion(other.names)
    chains.formUnion(other.chains)
    transactions.formUnion(other.transactions)
    tokens.formUnion(other.tokens)
    notifications.formUnion(other.notifications)
    digests.formUnion(other.digests)
    nonces.formUnion(other.nonces)
    days.formUnion(other.days)
    newGrants += other.newGrants
  }
}

extension AheadRequest {
  /// A call that writes these rows needs these locks.
  var locks: [LockName] {
    names.map { .customerName($0.id.text, environment) }
      + chains.map { .chain($0.id.text, environment) }
      + tokens.map { .id($0.text.text, environment) }
      + notifications.map { .notification($0.text) }
      + days.map { .day($0.offer.text, $0.day, environment) }
  }

  static func of(_ notification: AppStore.Notification) -> [AheadRequest] {
    var request = AheadRequest(in: notification.environment)
    request.notifications = [UTF8Key(notification.uuid)]
    if let id = notification.appTransaction?.payload.appTransactionId {
      request.names.insert(request.place(id))
    }
    if let fact = notification.transaction?.payload.fact {
      request.add(fact)
      // Such a purchase may redeem a grant.
      let kind = fact.offerKind?.known
      request.isWhole = kind == .promotional || kind == .introductory
    }
    if let fact = notification.renewalInfo?.payload.fact { request.add(fact) }
    return [request]
  }

  /// - Parameter texts: of the same evidence.
  static func of(
    _ evidence: Evidence, _ texts: EvidenceTexts, isWhole: Bool
  ) -> [AheadRequest] {
    var request = AheadRequest(in: evidence.environment)
    for fact in evidence.transactions.compactMap(\.payload.fact) { request.add(fact) }
    for fact in evidence.renewals.compactMap(\.payload.fact) { request.add(fact) }
    if let id = evidence.appTransaction?.payload.appTransactionId {
      request.names.insert(request.place(id))
    }
    request.digests = Set(
      (texts.transactions + texts.renewals + [texts.appTransaction].compactMap(\.self))
        .compactMap(\.digest))
    request.isWhole = isWhole
    return [request]
  }

  /// Empty for a user, whose customers are not known by their names.
  static func of(_ name: CustomerName, in environment: AppStoreEnvironment) -> [AheadRequest] {
    var request = AheadRequest(in: environment)
    request.isWhole = true
    switch name {
    case .appTransactionId(let id): request.names = [request.place(id)]
    case .originalTransactionId(let id): request.chains = [request.place(id)]
    case .user: return []
    case .identity(let identity):
      request.names = Set(identity.appTransactionId.map { [request.place($0)] } ?? [])
      request.chains = Set(identity.originalTransactionIds.map { request.place($0) })
    }
    return [request]
  }

  static func of(
    _ grant: GrantRequest, _ texts: EvidenceTexts?, at now: Timestamp
  ) -> [AheadRequest] {
    var requests: [AheadRequest] = []
    if let evidence = grant.evidence, let texts {
      requests = of(evidence, texts, isWhole: true)
    } else if let identity = grant.customer {
      requests = of(.identity(identity), in: grant.environment)
    }
    var request = AheadRequest(in: grant.environment)
    request.nonces = [UTF8Key(grant.attempt.nonce)]
    request.newGrants = 1
    if grant.offer.limit?.perDay != nil {
      request.days = [Day(grant.environment, of: grant.offer.key, at: now)]
    }
    return requests + [request]
  }

  private func place(_ id: String) -> Place { Place(environment, id) }

  private mutating func add(_ fact: TransactionFact) {
    let chain = place(fact.originalTransactionId)
    chains.insert(chain)
    transactions.insert(Member(chain, fact.transactionId))
    if let name = fact.appTransactionId, !name.isEmpty { names.insert(place(name)) }
    if let token = fact.appAccountToken, !token.isEmpty {
      tokens.insert(Member(chain, token))
    }
  }

  private mutating func add(_ fact: RenewalFact) {
    chains.insert(place(fact.originalTransactionId))
    if let name = fact.appTransactionId, !name.isEmpty { names.insert(place(name)) }
  }
}

extension [AheadRequest] {
  /// Few statements read for many calls.
  package var merged: [AheadRequest] {
    var merged: [AheadRequest] = []
    for request in self {
      let place = merged.firstIndex {
        $0.environment == request.environment && $0.isWhole == request.isWhole
      }
      if let place {
        merged[place].formUnion(request)
      } else {
        merged.append(request)
      }
    }
    return merged
  }
}
