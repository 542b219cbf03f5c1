/// The result of a cause.
package struct StoreAnswer: Codable, Hashable, Sendable {
  /// The clock of the world, RFC 3339.
  package var now: String
  /// The transaction of a purchase that begins at once.
  package var transaction: TransactionCard?
  /// The customer as they are now; only for a cause that belongs to one customer.
  package var customer: StoreCustomerCard?
  /// The notifications that the cause led to, in their order.
  package var notifications: [NotificationCard]
}

/// The texts that a device of a customer has, signed now.
package struct SignedTextsCard: Codable, Hashable, Sendable {
  /// The notifications of the customer so far: `after` of the next request.
  package var changes: Int
  package var appTransaction: String
  /// The id of the device, which the app transaction verifies.
  package var device: String
  /// Every transaction, in the order of its purchase.
  package var transactions: [String]
  /// The ids of the transactions that no app has finished.
  package var unfinished: [String]
  /// One for each subscription.
  package var renewalInfos: [String]
}

package struct NotificationList: Codable, Hashable, Sendable {
  package var notifications: [NotificationCard]
}

package struct CustomerList: Codable, Hashable, Sendable {
  package var customers: [StoreCustomerCard]
}
