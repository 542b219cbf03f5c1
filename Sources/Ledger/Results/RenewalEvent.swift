import AppStore
package import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// What happened to the renewal of a subscription, by Apple's notifications: the newest renewal info
/// says what is in force now, and not when it came to that. Events never change.
package struct RenewalEvent: Hashable, Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    /// The customer turned renewal off.
    case turnedOff = 0
    /// The customer turned renewal on again.
    case turnedOn = 1
    /// Apple could not charge for a renewal.
    case billingFailed = 2

    init?(type: String, subtype: String?) {
      switch (type, subtype) {
      case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"): self = .turnedOff
      case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"): self = .turnedOn
      case ("DID_FAIL_TO_RENEW", _): self = .billingFailed
      default: return nil
      }
    }
  }

  package var originalTransactionId: String
  package var kind: Kind
  /// When Apple signed the notification.
  package var at: Timestamp
}

extension LedgerTables {
  /// Keeps what a notification says of the renewal of a subscription.
  mutating func keepRenewalEvent(
    _ notification: Notification, of chain: PurchaseChainRow?, at now: Timestamp
  ) throws {
    guard let chain,
      let kind = RenewalEvent.Kind(
        type: notification.type, subtype: notification.subtype)
    else { return }
    try add(
      RenewalEvent(
        originalTransactionId: chain.originalTransactionId, kind: kind,
        at: notification.signedDate ?? now), to: chain)
  }
}

extension RenewalEvent {
  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      originalTransactionId: chain.originalTransactionId,
      kind: try row.known(number: 0, "an event of a renewal of an unknown kind"),
      at: row.moment(1) ?? .epoch)
  }
}
