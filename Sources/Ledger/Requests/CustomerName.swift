package import PaywallSubscribers

/// How a caller names a customer.
package enum CustomerName: Hashable, Sendable {
  case appTransactionId(String)
  case originalTransactionId(String)
  /// A user id that was linked, or an `appAccountToken` (in lower case) of a transaction.
  case user(String)
  /// The owner of these ids: the purchases and the app transaction of one piece of evidence.
  case identity(CustomerIdentity)
}
