/// The ids by which a customer is found: Apple's id of the customer, and those of known purchases.
package struct CustomerIdentity: Hashable, Sendable {
  package var appTransactionId: String?
  package var originalTransactionIds: Set<String>

  package init(appTransactionId: String? = nil, originalTransactionIds: Set<String> = []) {
    self.appTransactionId = appTransactionId
    self.originalTransactionIds = originalTransactionIds
  }
}

extension CustomerHistory {
  package var identity: CustomerIdentity {
    CustomerIdentity(
      appTransactionId: appTransactionId,
      originalTransactionIds: Set(transactions.map(\.originalTransactionId)))
  }
}
