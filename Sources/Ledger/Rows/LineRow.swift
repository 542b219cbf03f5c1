package import Catalog

/// A line: the purchases with one `originalTransactionId`. It belongs to the customer whom its
/// newest signed `appTransactionId` names.
package struct LineRow: Hashable, Sendable {
  /// Means nothing outside of one ledger.
  package typealias Number = Int64

  package var number: Number
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String
  package var owner: CustomerRow
  /// When the fact was signed that named the customer; `nil` while the customer is provisional.
  package var decidedAt: Timestamp?
  /// A transaction of ours is here. Until then renewal info of the line waits and counts for
  /// nothing: it names no app.
  package var hasPurchases: Bool

  package init(
    number: Number, environment: AppStoreEnvironment, originalTransactionId: String,
    owner: CustomerRow, decidedAt: Timestamp? = nil, hasPurchases: Bool = false
  ) {
    self.number = number
    self.environment = environment
    self.originalTransactionId = originalTransactionId
    self.owner = owner
    self.decidedAt = decidedAt
    self.hasPurchases = hasPurchases
  }
}
