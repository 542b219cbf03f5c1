package import AppStore
package import PaywallCatalog
package import Subscribers

extension WebhookEvent {
  /// The event of a notification that no copy of a transaction shows; `nil` if there is none.
  ///
  /// - Parameter transaction: as it is known with the notification.
  package init?(
    _ notification: Notification, about transaction: TransactionFact, at now: Timestamp
  ) {
    guard transaction.isOwn,
      let type = Self.kind(of: notification.type, notification.subtype)
    else { return nil }
    var data = transaction.webhookData
    data.append(.init("appleType", .text(notification.type)))
    if let subtype = notification.subtype {
      data.append(.init("appleSubtype", .text(subtype)))
    }
    let renewal = notification.renewalInfo?.payload.fact
    if type == .subscriptionProductChangeScheduled, let next = renewal?.autoRenewProductId {
      data.append(.init("nextProductId", .text(next)))
    }
    if let end = renewal?.gracePeriodExpiresDate {
      data.append(.init("gracePeriodExpiresAt", .text(end.rfc3339)))
    }
    // A grace period and the attempts after it end one period, which expires once.
    let identity: Identity =
      type == .subscriptionExpired
      ? transaction.identity(transaction.expiresDate)
      : .notification(notification.uuid)
    self.init(
      type, identity, in: notification.environment, at: notification.signedDate ?? now, data)
  }

  private static func kind(of type: String, _ subtype: String?) -> WebhookEventType? {
    switch (type, subtype) {
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"): .subscriptionCancelled
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"): .subscriptionUncancelled
    case ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"): .subscriptionProductChangeScheduled
    case ("DID_FAIL_TO_RENEW", _): .subscriptionBillingIssue
    case ("EXPIRED", _), ("GRACE_PERIOD_EXPIRED", _): .subscriptionExpired
    case ("RENEWAL_EXTENDED", _): .subscriptionExtended
    default: nil
    }
  }
}
