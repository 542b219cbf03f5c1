package import PaywallCatalog

extension StoreTransaction {
  /// The same purchase under another id: a restore gave it, on this device or another one.
  package struct Copy: Hashable, Sendable {
    package var transactionId: String
    package var purchaseDate: Timestamp
    /// The copy's place in the order of all changes, as for a transaction.
    var revision: UInt64
  }

  /// The purchase as it is signed under one of its ids.
  func named(_ id: String) -> StoreTransaction {
    copies.first { $0.transactionId == id }.map(named) ?? self
  }

  private func named(_ copy: Copy) -> StoreTransaction {
    var transaction = self
    transaction.transactionId = copy.transactionId
    transaction.purchaseDate = copy.purchaseDate
    transaction.revision = copy.revision
    return transaction
  }

  func isNamed(_ id: String) -> Bool {
    transactionId == id || copies.contains { $0.transactionId == id }
  }

  /// The purchase under each of its ids.
  package var everyCopy: [StoreTransaction] { copies.isEmpty ? [self] : [self] + copies.map(named) }
}
