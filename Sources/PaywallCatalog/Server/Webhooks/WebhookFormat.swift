#if Server
/// The form in which an endpoint gets events.
package enum WebhookFormat: String, CaseIterable, Sendable {
  /// Standard Webhooks.
  case standard
  /// CloudEvents 1.0 in binary mode.
  case cloudevents
  /// The bodies and headers of RevenueCat's webhooks.
  case revenuecat

  /// The events that it can say.
  package var events: [WebhookEventType] {
    guard self == .revenuecat else { return WebhookEventType.allCases }
    let others: Set<WebhookEventType> = [
      .entitlementChanged, .balanceChanged, .balanceOverdrawn, .offerGranted, .offerRedeemed,
      .offerFullPrice, .refundAnswered,
      .experimentStarted, .experimentStopped, .experimentBroken, .ledgerSilent,
    ]
    return WebhookEventType.allCases.filter { !others.contains($0) }
  }
}
#endif
