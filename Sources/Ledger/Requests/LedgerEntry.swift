package import AppStore
package import PaywallCatalog
package import Subscribers

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

extension CustomerHistory {
  /// Returns this history as it was at a past moment.
  ///
  /// - Parameter entries: the texts of the customer that the ledger keeps.
  package func known(at moment: Timestamp, by entries: [LedgerEntry]) -> CustomerHistory {
    known(
      at: moment, copies: entries.compactMap(\.transactionFact),
      infos: entries.compactMap(\.renewalFact))
  }
}

extension LedgerEntry {
  /// The fact of a transaction, by itself or in a notification.
  fileprivate var transactionFact: TransactionFact? {
    transaction.flatMap { StoredPayload($0)?.transactionFact(in: environment) }
  }

  fileprivate var renewalFact: RenewalFact? {
    renewalInfo.flatMap { StoredPayload($0)?.renewalFact(in: environment) }
  }

  /// The signed transaction that this text is, or has inside.
  var transaction: SignedText? {
    switch kind {
    case .transaction: text
    case .notification: StoredPayload(text)?.transaction
    case .renewalInfo, .appTransaction: nil
    }
  }

  private var renewalInfo: SignedText? {
    switch kind {
    case .renewalInfo: text
    case .notification: StoredPayload(text)?.renewalInfo
    case .transaction, .appTransaction: nil
    }
  }
}
