package import PaywallCatalog
package import PaywallSubscribers

extension LedgerTables {
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
}
