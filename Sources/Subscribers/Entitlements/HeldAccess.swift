package import PaywallCatalog

/// A given access, with the person who has it.
package struct HeldAccess: Hashable, Sendable {
  package let access: GivenAccess
  package let environment: AppStoreEnvironment
  /// The user id to which it was given; `nil` for one of Apple's customers.
  package let userId: String?
  /// Apple's id of the customer; `nil` for a user id, and while a customer has none.
  package let appTransactionId: String?

  package init(
    access: GivenAccess, environment: AppStoreEnvironment, userId: String?,
    appTransactionId: String?
  ) {
    (self.access, self.environment) = (access, environment)
    (self.userId, self.appTransactionId) = (userId, appTransactionId)
  }
}
