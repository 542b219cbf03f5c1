package import PaywallCatalog
package import PaywallSubscribers

/// A ledger that lists purchases that do not renew.
package protocol PurchaseLedger: Sendable {
  /// The purchases of the customers of a name that do not renew, each as it is now, in the order in
  /// which the ledger learned of them or of what changed about them. A reader that follows the cursor
  /// meets every change of every purchase; a purchase that changed comes again under its id.
  ///
  /// - Parameters:
  ///   - cursor: of the page before; one of another ledger begins at the first purchase.
  ///   - limit: of the changes that are looked at; those that are no longer purchases are left out.
  func oneTimePurchases(
    of name: CustomerName, in environment: AppStoreEnvironment, after cursor: PurchaseCursor?,
    limit: Int
  ) async throws(LedgerFailure) -> PurchasePage
}

/// Some of the purchases of customers.
package struct PurchasePage: Hashable, Sendable {
  package var purchases: [OneTimePurchase]
  package var next: PurchaseCursor
  package var hasMore: Bool

  package init(purchases: [OneTimePurchase], next: PurchaseCursor, hasMore: Bool) {
    self.purchases = purchases
    self.next = next
    self.hasMore = hasMore
  }
}
