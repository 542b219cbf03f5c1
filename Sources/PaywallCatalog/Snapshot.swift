import PaywallTextCoding

/// The whole configuration of an app, validated and immutable. Read everything that one request
/// needs from one snapshot; a reload swaps it whole.
package struct Snapshot: Sendable {
  package var app: App
  /// By key, in the order of the file.
  package var groups: [SubscriptionGroup]
  package var products: [String: Product]
  package var offers: [String: Offer]
  package var keys: [APIKey]
  package var rates: StoreRates?
  package var schema: AttributeSchema
  package var audiences: [String: Audience]
  package var placements: [String: Placement]
  /// The answer for an unknown placement.
  package var fallback: Show
  package var layers: [String: Layer]
  package var holdout: Holdout?
  package var paywalls: [String: Paywall]
  package var experiments: [String: Experiment]
  package var personas: [String: Persona]
  /// SHA-256 of the files this was read from, 64 lower-case hexadecimal digits.
  package var release: String
  #if Server
  /// How requests for refunds are answered; `nil` without `store/refunds.yaml`.
  package var refunds: RefundPolicy?
  /// Receivers of events; empty without `store/webhooks.yaml`.
  package var webhooks: [WebhookEndpoint] = []
  /// Exports that a server writes; empty without `store/exports.yaml`.
  package var exports: [ExportSchedule] = []
  /// The messages for customers who are about to cancel, by id.
  package var retention: [String: RetentionMessage] = [:]
  /// Apple's states of the messages; empty without `store/approvals.yaml`.
  package var retentionStates: [AppStoreEnvironment: RetentionStates] = [:]
  #endif

  package init(
    app: App, groups: [SubscriptionGroup] = [], products: [String: Product] = [:],
    offers: [String: Offer] = [:], keys: [APIKey] = [], rates: StoreRates? = nil,
    schema: AttributeSchema,
    audiences: [String: Audience] = [:], placements: [String: Placement] = [:],
    fallback: Show = .nothing, layers: [String: Layer] = [:], holdout: Holdout? = nil,
    paywalls: [String: Paywall] = [:], experiments: [String: Experiment] = [:],
    personas: [String: Persona] = [:], release: String
  ) {
    self.app = app
    self.groups = groups
    self.products = products
    self.offers = offers
    self.keys = keys
    self.rates = rates
    self.schema = schema
    self.audiences = audiences
    self.placements = placements
    self.fallback = fallback
    self.layers = layers
    self.holdout = holdout
    self.paywalls = paywalls
    self.experiments = experiments
    self.personas = personas
    self.release = release
  }
}

extension Snapshot {
  package func group(_ key: String) -> SubscriptionGroup? { groups.first { $0.key == key } }

  /// The offers of one kind on a product, by key.
  package func offers(of kind: OfferKind, on product: String) -> [Offer] {
    offers.values.filter { $0.kind == kind && $0.products.contains(product) }
      .sorted(byUTF8: \.key)
  }
}
