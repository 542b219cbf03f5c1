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
  package internal(set) var device: StoreDevice
  /// Whether the payment method can be charged.
  package internal(set) var paymentWorks = true
  /// Whether someone has to approve their purchases.
  package internal(set) var asksToBuy = false
  /// The index of their family.
  var family: Int?
  /// Indices, in the order of the first purchase; at most one of each group, and beside it those that
  /// family members share with them.
  var subscriptions: [Int] = []
  /// Indices of purchases that do not renew.
  var purchases: [Int] = []
  /// When renewal dates were moved.
  var extensions: [Timestamp] = []
}

/// A purchase that does not renew.
package struct StorePurchase: Sendable {
  /// The index of its customer.
  let customer: Int
  /// The index of the family member's purchase that gives access; `nil` for an own one.
  let payer: Int?
  package internal(set) var transaction: StoreTransaction
  var lastSigned = Timestamp(milliseconds: 0)
  /// Indices of the purchases of those with whom it is or was shared.
  var shares: [Int] = []
  /// Whether the customer shares it with their family, if the product can be shared.
  package internal(set) var isShared = true
}
