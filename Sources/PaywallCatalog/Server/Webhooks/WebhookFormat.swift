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
    WebhookEventType.allCases.filter { self != .revenuecat || $0 != .entitlementChanged }
  }
}
#endif
