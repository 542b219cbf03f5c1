import AppStore
package import PaywallCatalog
package import PaywallSubscribers

extension CustomerHistory {
  /// This history as it was at a past moment.
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
