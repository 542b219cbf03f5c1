import Ledger
import PaywallCatalog
import Testing

extension Sample {
  static func endpoint(
    _ name: String = "backend", url: String = "https://example.com/hooks",
    events: [WebhookEventType] = WebhookEventType.allCases,
    environments: [AppStoreEnvironment] = [.production], history: Bool = false
  ) throws -> WebhookEndpoint {
    WebhookEndpoint(
      name: name, url: try WebhookURL(url), events: events, environments: environments,
      secrets: [.environment("SECRET")], takesHistory: history)
  }

  /// - Parameter entitlements: the entitlements of the subscriptions.
  static func products(giving entitlements: [String] = ["pro"]) -> [Product] {
    [
      Product(
        id: "com.example.pro.monthly", type: .autoRenewable, group: "pro",
        period: Period(months: 1), entitlements: entitlements),
      Product(
        id: "com.example.pro.yearly", type: .autoRenewable, group: "pro",
        period: Period(months: 12), entitlements: entitlements),
      Product(id: "pro_lifetime", type: .nonConsumable, entitlements: ["pro"]),
      Product(
        id: "pass_week", type: .nonRenewable, period: Period(days: 7), entitlements: ["pass"]),
      Product(id: "coins_100", type: .consumable),
    ]
  }
}

extension Ledger {
  /// Returns all deliveries, whatever their state, the oldest first.
  func webhooks(of endpoint: String? = nil) async throws -> [WebhookDelivery] {
    try await webhookDeliveries(of: endpoint, nil, limit: 1_000).reversed()
  }

  /// Begins a round as another process would, and ends its claim.
  func round(at days: Double, holder: String = "one") async throws -> WebhookRound? {
    let moment = Sample.day(days)
    return try await startWebhookRound(
      to: "backend", url: "https://example.com/hooks",
      by: JobClaim(job: "webhook/backend", holder: holder, until: moment), limit: 100, at: moment)
  }

  func due(at days: Double) async throws -> [WebhookDelivery] {
    try await round(at: days)?.due ?? []
  }

  /// Settles events in a round of their own.
  func settle(
    _ outcomes: [WebhookOutcome], at days: Double,
    health: WebhookReceiver.Health = WebhookReceiver.Health()
  ) async throws -> Bool {
    let number = try #require(try await webhookReceivers().first).round
    return try await settleWebhooks(
      outcomes, health, of: "backend", round: number, at: Sample.day(days))
  }
}
