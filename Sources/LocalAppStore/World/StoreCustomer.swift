package import PaywallCatalog

/// One Apple Account that has the app.
package struct StoreCustomer: Hashable, Sendable {
  /// The name of the customer in this world.
  package let id: String
  /// Apple's id of this account and app.
  package let appTransactionId: String
  package let storefront: Storefront
  /// When the account got the app.
  package let originalPurchaseDate: Timestamp
  /// Whether the payment method can be charged.
  package internal(set) var paymentWorks = true
  /// Indices, in the order of the first purchase; at most one of each group.
  var subscriptions: [Int] = []
  /// Indices of purchases that do not renew.
  var purchases: [Int] = []
}

/// A purchase that does not renew.
package struct StorePurchase: Sendable {
  /// The index of its customer.
  let customer: Int
  package internal(set) var transaction: StoreTransaction
  let appAccountToken: String?
  var hasRefundRequest = false
  var lastSigned = Timestamp(milliseconds: 0)
}
