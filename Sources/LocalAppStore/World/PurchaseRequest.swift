package import PaywallCatalog

/// A purchase that waits until someone of the family approves it (Ask to Buy).
package struct PurchaseRequest: Sendable {
  /// The index of the customer who asks.
  let customer: Int
  package let productId: String
  package let askedAt: Timestamp
  let options: PurchaseOptions

  /// A request that is not answered lapses after a day.
  func isOpen(at now: Timestamp) -> Bool {
    now.milliseconds < askedAt.milliseconds + Timestamp.day
  }
}
