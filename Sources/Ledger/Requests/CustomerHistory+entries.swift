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
    let payload = StoredPayload(text)
    return switch kind {
    case .transaction: payload?.transactionFact(in: environment)
    case .notification:
      payload?.transaction.flatMap { StoredPayload($0)?.transactionFact(in: environment) }
    case .renewalInfo, .appTransaction: nil
    }
  }

  fileprivate var renewalFact: RenewalFact? {
    let payload = StoredPayload(text)
    return switch kind {
    case .renewalInfo: payload?.renewalFact(in: environment)
    case .notification:
      payload?.renewalInfo.flatMap { StoredPayload($0)?.renewalFact(in: environment) }
    case .transaction, .appTransaction: nil
    }
  }
}
