package import PaywallCatalog

/// Coarse properties of a visitor at the first exposure, by which results are broken down. `nil` is
/// unknown. They name no person: each value is from a short list, or a small number.
package struct VisitorDimensions: Hashable, Sendable {
  /// ISO 3166-1 alpha-3, as StoreKit and transactions spell it: `GBR`.
  package var storefront: String?
  /// `iOS`, `iPadOS`, `macOS`, `tvOS`, `visionOS` or `watchOS`.
  package var platform: String?
  /// Major and minor part: `3.4`.
  package var appVersion: String?
  /// Major version of the operating system.
  package var system: Int?
  /// Primary subtag of BCP 47: `de`.
  package var language: String?
  /// Whether the app was first started less than 24 hours before.
  package var isNew: Bool?
  package var subscription: SubscriptionState?
  /// Whether the experiment's audience matched the attributes that came with the exposure.
  package var isInAudience: Bool?

  package init(
    storefront: String? = nil, platform: String? = nil, appVersion: String? = nil,
    system: Int? = nil, language: String? = nil, isNew: Bool? = nil,
    subscription: SubscriptionState? = nil, isInAudience: Bool? = nil
  ) {
    self.storefront = storefront
    self.platform = platform
    self.appVersion = appVersion
    self.system = system
    self.language = language
    self.isNew = isNew
    self.subscription = subscription
    self.isInAudience = isInAudience
  }
}
