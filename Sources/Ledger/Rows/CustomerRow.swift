package import PaywallCatalog
package import PaywallSubscribers

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
  /// Of the newest app transaction that said something new.
  package var acquisition: Acquisition?

  package init(
    number: Number, environment: AppStoreEnvironment, appTransactionId: String? = nil,
    completeAt: Timestamp? = nil, appleAccount: AppleAccountNumber? = nil,
    acquisition: Acquisition? = nil
  ) {
    self.number = number
    self.environment = environment
    self.appTransactionId = appTransactionId
    self.completeAt = completeAt
    self.appleAccount = appleAccount
    self.acquisition = acquisition
  }

  package var isProvisional: Bool { appTransactionId == nil }
}

/// Several customers whom the limits of offers count as one. Valid in one ledger only.
package typealias AppleAccountNumber = Int64

extension CustomerRow {
  package init(_ row: some LedgerRow) throws {
    try self.init(
      number: row.int64(0), environment: AppStoreEnvironment(code: row.int(1)),
      appTransactionId: row.text(2), completeAt: row.moment(3),
      appleAccount: row.int64(optional: 4), acquisition: Acquisition(row, from: 5))
  }
}

extension Acquisition {
  /// The columns of a customer from one on.
  init?(_ row: some LedgerRow, from column: Int) {
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
