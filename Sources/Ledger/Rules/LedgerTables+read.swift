package import PaywallCatalog
package import Subscribers

extension LedgerTables {
  /// The customers of a name, in the order in which they came.
  package func owners(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    switch name {
    case .appTransactionId(let id):
      return try applesCustomer(id, in: environment).map { [$0] } ?? []
    case .originalTransactionId(let id):
      return try owner(ofChain: id, in: environment).map { [$0] } ?? []
    case .user(let user):
      return try customers(ofUser: user, token: user.lowercased(), in: environment).sorted()
        .compactMap { try customer($0) }
    case .identity(let identity):
      let named = try identity.appTransactionId.flatMap {
        try applesCustomer($0, in: environment)
      }
      let owners = try identity.originalTransactionIds.compactMap {
        try owner(ofChain: $0, in: environment)
      }
      var seen: Set<CustomerRow.Number> = []
      return (owners + (named.map { [$0] } ?? [])).filter { seen.insert($0.number).inserted }
        .sorted { $0.number < $1.number }
    }
  }

  /// A caller may ask for any text: the name of a row of a user's given access is no id of Apple's.
  private func applesCustomer(
    _ appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    guard let found = try customer(appTransactionId: appTransactionId, in: environment),
      found.userId == nil
    else { return nil }
    return found
  }

  /// The customers of one identity: at most one that Apple names, and it comes first.
  ///
  /// - Throws: `severalCustomers`.
  func owner(
    of identity: CustomerIdentity, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    let owners = try owners(of: .identity(identity), in: environment)
    let named = owners.filter { !$0.isProvisional }
    guard named.count <= 1 else { throw LedgerFailure.severalCustomers }
    return named + owners.filter(\.isProvisional)
  }

  /// A purchase chain with renewal info but no transaction yet identifies no customer.
  private func owner(
    ofChain originalTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow? {
    guard
      let chain = try chain(originalTransactionId: originalTransactionId, in: environment),
      chain.hasPurchases || !chain.owner.isProvisional
    else { return nil }
    return chain.owner
  }

  /// The history of one customer, with what the limits count for others who are the same person.
  package func history(of customer: CustomerRow) throws -> CustomerHistory {
    var history = try ownHistory(of: customer)
    let others = try limits(ofOthersOf: customer)
    guard !others.grants.isEmpty || !others.redemptions.isEmpty else { return history }
    history.grants = (history.grants + others.grants).sorted { $0.id < $1.id }
    history.marks = Set(history.marks + others.redemptions).sorted { $0.precedes($1) }
    return history
  }

  /// The history of one customer.
  ///
  /// - Parameter withRenewals: not needed for limits and redemptions.
  func ownHistory(
    of customer: CustomerRow, withRenewals: Bool = true
  ) throws -> CustomerHistory {
    let chains = try chains(of: customer.number)
    let remnants = try remnants(of: customer, chains: chains)
    var history = try purchaseHistory(of: customer, chains, withRenewals: withRenewals)
    history.grants = try grants(of: customer, remnants: remnants)
    history.marks = try remnants.flatMap { try marks(of: $0) }
    history.acquisition = customer.acquisition
    return history
  }

  /// The history of one customer without what only limits and audiences count.
  ///
  /// - Parameter chains: of the customer.
  func purchaseHistory(
    of customer: CustomerRow, _ chains: [PurchaseChainRow], withRenewals: Bool = true
  ) throws -> CustomerHistory {
    let counting = chains.filter(\.hasPurchases)
    return CustomerHistory(
      environment: customer.environment, appTransactionId: customer.appTransactionId,
      transactions: try counting.flatMap { try transactions(in: $0) }
        .filter { !$0.isMembers(beside: customer) },
      renewals: withRenewals ? try counting.compactMap { try renewal(of: $0) } : [],
      completeAt: customer.completeAt)
  }

  /// The histories of customers who are one person by the given evidence, merged; complete if each
  /// of them is.
  package func history(of customers: [CustomerRow]) throws -> CustomerHistory? {
    let histories = try customers.map { try history(of: $0) }
    guard var whole = histories.first else { return nil }
    for other in histories.dropFirst() {
      whole.add(contentsOf: other)
      whole.grants += other.grants.filter { !whole.grants.contains($0) }
      whole.marks += other.marks.filter { !whole.marks.contains($0) }
    }
    let moments = histories.map(\.completeAt)
    whole.completeAt = moments.contains(nil) ? nil : moments.compactMap(\.self).min()
    return whole
  }

  /// The customer's grants and those of its remnants, sorted by number.
  func grants(of customer: CustomerRow) throws -> [Grant] {
    try grants(
      of: customer, remnants: remnants(of: customer, chains: chains(of: customer.number)))
  }

  private func grants(
    of customer: CustomerRow, remnants: [RemnantNumber]
  ) throws -> [Grant] {
    let own = try grants(of: .customer(customer.number))
    let left = try remnants.flatMap { try grants(of: .remnant($0)) }
    return left.isEmpty ? own : (own + left).sorted { $0.id < $1.id }
  }

  /// The remnants of erased customers with these ids.
  func remnants(of customer: CustomerRow, chains: [PurchaseChainRow]) throws -> [RemnantNumber] {
    guard try hasRemnants() else { return [] }
    let found = try Self.ids(of: customer, chains: chains).compactMap {
      try remnant(hash: hash(of: $0, in: customer.environment))
    }
    return Set(found).sorted()
  }

  static func ids(of customer: CustomerRow, chains: [PurchaseChainRow]) -> [ErasedId] {
    ErasedId.all(customer.appTransactionId, chains.map(\.originalTransactionId))
  }

  /// The histories of the customers of a name. The ids of one piece of evidence belong to one
  /// person: their customer with the purchases of provisional ones, or the remnant of an erased
  /// one.
  ///
  /// - Throws: `severalCustomers` for ids that belong to several of Apple's customers.
  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) throws -> [CustomerHistory] {
    guard case .identity(let identity) = name else {
      return try owners(of: name, in: environment).map { try history(of: $0) }
    }
    let owners = try owner(of: identity, in: environment)
    return try [history(of: owners) ?? erasedHistory(of: identity, in: environment)]
      .compactMap(\.self)
  }

  /// The marks and grants of an erased customer who has not come back yet.
  func erasedHistory(
    of identity: CustomerIdentity, in environment: AppStoreEnvironment
  ) throws -> CustomerHistory? {
    guard try hasRemnants() else { return nil }
    let ids = ErasedId.all(identity.appTransactionId, identity.originalTransactionIds)
    let found = try Set(ids.compactMap { try remnant(hash: hash(of: $0, in: environment)) })
    guard !found.isEmpty else { return nil }
    return CustomerHistory(
      environment: environment, appTransactionId: identity.appTransactionId,
      grants: try found.sorted().flatMap { try grants(of: .remnant($0)) },
      marks: try found.sorted().flatMap { try marks(of: $0) })
  }

  /// Links a user to the customers of a name; `false` if no customer is known by it.
  package mutating func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) throws -> Bool {
    let owners = try owners(of: name, in: environment)
    for owner in owners { try link(user, to: owner.number, in: environment, at: now) }
    return !owners.isEmpty
  }

  /// Stores when all transactions were fetched from Apple; an earlier moment changes nothing.
  package mutating func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) throws {
    for var owner in try owners(of: name, in: environment) {
      guard owner.completeAt.map({ $0 < moment }) ?? true else { continue }
      owner.completeAt = moment
      try update(owner)
    }
  }
}
