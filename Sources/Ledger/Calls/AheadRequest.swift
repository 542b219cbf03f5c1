import AppStore
package import PaywallCatalog
import PaywallSubscribers
package import PaywallTextCoding

/// The rows that a call will probably read, as far as its arguments say. They are read in the first
/// round trip of a transaction; every other read takes a round trip of its own.
package struct AheadRequest: Sendable {
  /// A text within a purchase chain: the id of a transaction, or a token.
  package struct Pair: Hashable, Sendable {
    package let chain: UTF8Key
    package let text: UTF8Key

    package init(chain: UTF8Key, text: UTF8Key) {
      self.chain = chain
      self.text = text
    }
  }

  package struct Day: Hashable, Sendable {
    package var offer: UTF8Key
    package var day: Int64
  }

  package let environment: AppStoreEnvironment
  /// Customers by Apple's names, and purchase chains by their ids.
  package var names: Set<UTF8Key> = []
  package var chains: Set<UTF8Key> = []
  package var transactions: Set<Pair> = []
  package var tokens: Set<Pair> = []
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
    names.map { .customerName($0.text, environment) } + chains.map { .chain($0.text, environment) }
      + tokens.map { .id($0.text.text, environment) }
      + notifications.map { .notification($0.text) }
      + days.map { .day($0.offer.text, $0.day, environment) }
  }

  static func of(_ notification: AppStore.Notification) -> [AheadRequest] {
    var request = AheadRequest(in: notification.environment)
    request.notifications = [UTF8Key(notification.uuid)]
    if let id = notification.appTransaction?.payload.appTransactionId {
      request.names.insert(UTF8Key(id))
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
      request.names.insert(UTF8Key(id))
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
    case .appTransactionId(let id): request.names = [UTF8Key(id)]
    case .originalTransactionId(let id): request.chains = [UTF8Key(id)]
    case .user: return []
    case .identity(let identity):
      request.names = Set(identity.appTransactionId.map { [UTF8Key($0)] } ?? [])
      request.chains = Set(identity.originalTransactionIds.map(UTF8Key.init))
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
      request.days = [Day(offer: UTF8Key(grant.offer.key), day: now.dayOfGrants)]
    }
    return requests + [request]
  }

  private mutating func add(_ fact: TransactionFact) {
    let chain = UTF8Key(fact.originalTransactionId)
    chains.insert(chain)
    transactions.insert(Pair(chain: chain, text: UTF8Key(fact.transactionId)))
    if let name = fact.appTransactionId, !name.isEmpty { names.insert(UTF8Key(name)) }
    if let token = fact.appAccountToken, !token.isEmpty {
      tokens.insert(Pair(chain: chain, text: UTF8Key(token)))
    }
  }

  private mutating func add(_ fact: RenewalFact) {
    chains.insert(UTF8Key(fact.originalTransactionId))
    if let name = fact.appTransactionId, !name.isEmpty { names.insert(UTF8Key(name)) }
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
