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

  package init(
    number: Int64, kind: Kind, environment: AppStoreEnvironment, signedDate: Timestamp?,
    receivedAt: Timestamp, text: SignedText
  ) {
    self.number = number
    self.kind = kind
    self.environment = environment
    self.signedDate = signedDate
    self.receivedAt = receivedAt
    self.text = text
  }
}
