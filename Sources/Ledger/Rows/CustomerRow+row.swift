import PaywallCatalog
import PaywallSubscribers

extension CustomerRow {
  package static let query = """
    SELECT number, environment, app_transaction_id, complete_at, apple_account,
      acquisition_signed_at, acquisition_revoked_at, store_type, platform
    FROM customers
    """

  package init(_ row: some LedgerRow) throws {
    try self.init(
      number: row.int64(0), environment: AppStoreEnvironment(code: row.int(1)),
      appTransactionId: row.text(2), completeAt: row.moment(3),
      appleAccount: row.int64(optional: 4), acquisition: Acquisition(row, from: 5))
  }
}

extension PurchaseChainRow {
  package static let query = """
    SELECT l.number, l.environment, original_transaction_id, decided_at, has_purchases, c.number,
      app_transaction_id, complete_at, apple_account, acquisition_signed_at,
      acquisition_revoked_at, store_type, platform
    FROM lines l JOIN customers c ON c.number = l.customer
    """

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

extension Acquisition {
  /// The columns of a customer from one on.
  fileprivate init?(_ row: some LedgerRow, from column: Int) {
    guard let signed = row.moment(column) else { return nil }
    self.init(
      signedDate: signed, revocationDate: row.moment(column + 1), storeType: row.text(column + 2),
      platform: row.text(column + 3))
  }
}
