package import AppStore
package import PaywallCatalog

/// A text to store.
package struct NewText: Hashable, Sendable {
  package var kind: LedgerEntry.Kind
  package var environment: AppStoreEnvironment
  package var signedDate: Timestamp?
  package var text: SignedText

  package init(
    _ kind: LedgerEntry.Kind, in environment: AppStoreEnvironment, signedDate: Timestamp?,
    text: SignedText
  ) {
    self.kind = kind
    self.environment = environment
    self.signedDate = signedDate
    self.text = text
  }

  package init(_ notification: Verified<Notification>) {
    self.init(
      .notification, in: notification.payload.environment,
      signedDate: notification.payload.signedDate, text: notification.text)
  }
}
