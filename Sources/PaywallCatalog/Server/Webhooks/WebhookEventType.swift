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
  /// A purchase, a refund, a spend or a correction changed a balance.
  case balanceChanged = "balance.changed"
  /// A refund took a balance below zero: more was spent than is left of what was bought.
  case balanceOverdrawn = "balance.overdrawn"
  /// An offer was granted: its signature can be bought with for a day.
  case offerGranted = "offer.granted"
  /// A purchase took the offer that was granted.
  case offerRedeemed = "offer.redeemed"
  /// A customer with a granted offer bought its product without the offer.
  case offerFullPrice = "offer.full_price"
  /// Apple has the consumption information that it asked for before it decides on a refund.
  case refundAnswered = "refund.answered"
  /// The first exposure of a unit to its variant.
  case experimentEnrolled = "experiment.enrolled"
  /// A release started an experiment, or ended or paused it.
  case experimentStarted = "experiment.started"
  case experimentStopped = "experiment.stopped"
  /// No result of it can be trusted, or a guardrail is worse.
  case experimentBroken = "experiment.broken"
  /// Notifications of a usual type have stopped coming from Apple.
  case ledgerSilent = "ledger.silent"

  /// Whether it is about a customer of the ledger. A unit of an experiment may be any visitor.
  package var isAboutCustomer: Bool {
    switch self {
    case .experimentEnrolled, .experimentStarted, .experimentStopped, .experimentBroken,
      .ledgerSilent:
      false
    default: true
    }
  }
}
#endif
