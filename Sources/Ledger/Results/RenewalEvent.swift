import AppStore
package import PaywallCatalog
import PaywallTextCoding

/// A change of a subscription's renewal, by Apple's notifications: the newest renewal info says
/// what is in force now, not since when. Events never change.
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
  /// Keeps the change of a subscription's renewal from a notification.
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
