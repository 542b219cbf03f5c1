package import AppStore
package import PaywallCatalog

/// A text to store.
package struct NewText: Hashable, Sendable {
  package var kind: LedgerEntry.Kind
  package var environment: AppStoreEnvironment
  package var signedDate: Timestamp?
  package var text: SignedText
}

extension NewText {
  package init(_ notification: Verified<Notification>) {
    self.init(
      kind: .notification, environment: notification.payload.environment,
      signedDate: notification.payload.signedDate, text: notification.text)
  }
}
