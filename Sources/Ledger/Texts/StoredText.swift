package import AppStore
import Crypto
import Foundation
package import PaywallCatalog

/// A text to store, prepared before the writer runs.
package struct StoredText: Sendable {
  package let new: NewText
  /// Identifies a text; `nil` for a notification, which its UUID identifies.
  package let digest: [UInt8]?
  /// Only for a notification: evidence is often stored already, and then needs no packing.
  private let packedAhead: PackedText?

  package init(_ new: NewText) {
    self.new = new
    let isNotification = new.kind == .notification
    digest = isNotification ? nil : Self.digest(of: new.text)
    packedAhead = isNotification ? PackedText(new.text) : nil
  }

  package var packed: PackedText { packedAhead ?? PackedText(new.text) }

  /// The first 16 bytes of the SHA-256 of the compact text.
  private static func digest(of text: SignedText) -> [UInt8] {
    Array(SHA256.hash(data: Data(text.compact.utf8)).prefix(16))
  }
}

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

/// What a stored text belongs to, so that it is found and erased with it.
package enum TextSubject: Hashable, Sendable {
  case chain(PurchaseChainRow.Number)
  case customer(CustomerRow.Number)
  /// A test, a summary, or a transaction without the ids that name a customer.
  case unidentified
}
