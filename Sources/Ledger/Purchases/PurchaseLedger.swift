package import PaywallSubscribers

/// Some of the purchases of customers.
package struct PurchasePage: Hashable, Sendable {
  package var purchases: [OneTimePurchase]
  package var next: PurchaseCursor
  package var hasMore: Bool
}
