package import PaywallCatalog
package import Subscribers

/// A customer by its number in the ledger: Apple's, or provisional while no fact of its one
/// purchase chain names an `appTransactionId`.
package struct CustomerRow: Hashable, Sendable {
  /// Valid in one ledger only.
  package typealias Number = Int64

  package var number: Number
  package var environment: AppStoreEnvironment
  package var appTransactionId: String?
  /// When all transactions were last fetched from Apple.
  package var completeAt: Timestamp?
  /// Shared by customers whom Apple has named for one purchase chain: the limits of offers count
  /// them as one. `nil` for almost every customer.
  package var appleAccount: AppleAccountNumber?
  /// Taken from the newest app transaction that said something new.
  package var acquisition: Acquisition?

  package init(
    number: Number, environment: AppStoreEnvironment, appTransactionId: String? = nil
  ) {
    self.number = number
    self.environment = environment
    self.appTransactionId = appTransactionId
  }

  package var isProvisional: Bool { appTransactionId == nil }
}

/// Several customers whom the limits of offers count as one. Valid in one ledger only.
package typealias AppleAccountNumber = Int64

extension CustomerRow {
  package init(_ row: some LedgerRow) throws {
    self.init(
      row, number: row.int64(0), in: try AppStoreEnvironment(code: row.int(1)), from: 2)
  }

  /// The columns of a customer behind its number and environment, from one on.
  fileprivate init(
    _ row: some LedgerRow, number: Number, in environment: AppStoreEnvironment, from column: Int
  ) {
    self.init(number: number, environment: environment, appTransactionId: row.text(column))
    completeAt = row.moment(column + 1)
    appleAccount = row.int64(optional: column + 2)
    acquisition = Acquisition(row, from: column + 3)
  }
}

extension Acquisition {
  /// The columns of a customer from one on.
  fileprivate init?(_ row: some LedgerRow, from column: Int) {
    guard let signed = row.moment(column) else { return nil }
    self.init(
      signedDate: signed, revocationDate: row.moment(column + 1), storeType: row.text(column + 2),
      platform: row.text(column + 3))
  }
}

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
  package var hasPurchases = false

  package init(
    number: Number, environment: AppStoreEnvironment, originalTransactionId: String,
    owner: CustomerRow
  ) {
    self.number = number
    self.environment = environment
    self.originalTransactionId = originalTransactionId
    self.owner = owner
  }
}

extension PurchaseChainRow {
  package init(_ row: some LedgerRow) throws {
    let environment = try AppStoreEnvironment(code: row.int(1))
    self.init(
      number: row.int64(0), environment: environment,
      originalTransactionId: try row.required(2),
      owner: CustomerRow(row, number: row.int64(5), in: environment, from: 6))
    decidedAt = row.moment(3)
    hasPurchases = row.flag(4) ?? false
  }
}
