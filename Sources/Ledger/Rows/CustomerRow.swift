package import Catalog

/// A customer as the ledger numbers it: Apple's, or provisional while no fact of its one line names
/// an `appTransactionId`.
package struct CustomerRow: Hashable, Sendable {
  /// Means nothing outside of one ledger.
  package typealias Number = Int64

  package var number: Number
  package var environment: AppStoreEnvironment
  package var appTransactionId: String?
  /// When all transactions were last fetched from Apple.
  package var completeAt: Timestamp?
  /// Shared by customers whom Apple has named for one and the same purchase chain, and who are
  /// therefore one in the limits of offers; `nil` for almost everybody.
  package var appleAccount: AppleAccountNumber?

  package init(
    number: Number, environment: AppStoreEnvironment, appTransactionId: String? = nil,
    completeAt: Timestamp? = nil, appleAccount: AppleAccountNumber? = nil
  ) {
    self.number = number
    self.environment = environment
    self.appTransactionId = appTransactionId
    self.completeAt = completeAt
    self.appleAccount = appleAccount
  }

  package var isProvisional: Bool { appTransactionId == nil }
}

/// Several customers who are one in the limits of offers; means nothing outside of one ledger.
package typealias AppleAccountNumber = Int64
