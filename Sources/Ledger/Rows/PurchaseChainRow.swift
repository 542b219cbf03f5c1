package import PaywallCatalog
import PaywallSubscribers

/// The purchases with one `originalTransactionId`. They belong to the customer named by their
/// newest signed `appTransactionId`.
package struct PurchaseChainRow: Hashable, Sendable {
  /// Valid in one ledger only.
  package typealias Number = Int64

  package var number: Number
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String
  package var owner: CustomerRow
  /// When the fact that named the customer was signed; `nil` while the customer is provisional.
  package var decidedAt: Timestamp?
  /// The ledger has a transaction of our app. Until then renewal info of the purchase chain does
  /// not count: it names no app.
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

extension PurchaseChainRow {
  package init(_ row: some LedgerRow) throws {
    let environment = try AppStoreEnvironment(code: row.int(1))
    let owner = CustomerRow(
      number: row.int64(5), environment: environment, appTransactionId: row.text(6),
      completeAt: row.moment(7), appleAccount: row.int64(optional: 8),
      acquisition: Acquisition(row, from: 9))
    try self.init(
      number: row.int64(0), environment: environment,
      originalTransactionId: row.required(2), owner: owner, decidedAt: row.moment(3),
      hasPurchases: row.flag(4) ?? false)
  }
}
