package import AppStore
package import PaywallCatalog

/// A text that Apple signed, as the ledger stores it.
package struct LedgerEntry: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case transaction, renewalInfo, appTransaction, notification
  }

  /// Grows in the order of arrival.
  package var number: Int64
  package var kind: Kind
  package var environment: AppStoreEnvironment
  package var signedDate: Timestamp?
  package var receivedAt: Timestamp
  package var text: SignedText
}

extension LedgerEntry {
  /// - Parameter text: rebuilt from the row's other columns.
  package init(_ row: some LedgerRow, text: SignedText) throws {
    self.init(
      number: row.int64(0), kind: try Kind(code: row.int(1)),
      environment: try AppStoreEnvironment(code: row.int(2)), signedDate: row.moment(3),
      receivedAt: row.moment(4) ?? .epoch, text: text)
  }
}
