#if Server
/// A kind of event, in the dotted style of Standard Webhooks.
package enum WebhookEventType: String, CaseIterable, Sendable {
  /// The first period of a subscription, or a new one after it had ended.
  case subscriptionStarted = "subscription.started"
  case subscriptionRenewed = "subscription.renewed"
  /// Another product of the group from now on.
  case subscriptionProductChanged = "subscription.product_changed"
  /// Another product from the next period on.
  case subscriptionProductChangeScheduled = "subscription.product_change_scheduled"
  /// Renewal was turned off; access stays until the end of the period.
  case subscriptionCancelled = "subscription.cancelled"
  case subscriptionUncancelled = "subscription.uncancelled"
  /// Apple could not charge for the renewal, and goes on trying.
  case subscriptionBillingIssue = "subscription.billing_issue"
  case subscriptionExpired = "subscription.expired"
  /// Apple has moved the end of the period, because the team asked for it.
  case subscriptionExtended = "subscription.extended"
  /// A purchase that does not renew.
  case purchaseMade = "purchase.made"
  /// A refund of a subscription or of another purchase.
  case purchaseRefunded = "purchase.refunded"
  case purchaseRefundReversed = "purchase.refund_reversed"
  /// The entitlements of a customer changed: by a fact, by time alone, or by the configuration. The
  /// event has the state before and after.
  case entitlementChanged = "entitlement.changed"
}
#endif
