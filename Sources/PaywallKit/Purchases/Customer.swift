public import Foundation

/// What a customer has: what is unlocked and until when, and the state of each subscription.
public struct Customer: Hashable, Codable, Sendable, Identifiable {
  /// The user's id, or the anonymous id of a visitor who is not logged in.
  public var id: String
  /// The App Store's environment: `production`, `sandbox` or `xcode`.
  public var environment: String
  /// What is unlocked, one for each id.
  public var entitlements: [Entitlement]
  /// One for each subscription group in which something was bought.
  public var subscriptions: [Subscription]
  /// What was bought that does not renew, one for each purchase. `nil` if the server has not said it.
  public var purchases: [Purchase]?
  /// When the server said so. `nil` if it has not yet: all is by StoreKit alone.
  public var asOf: Date?

  var hasNothing: Bool { entitlements.isEmpty && subscriptions.isEmpty }

  /// A customer, for previews and tests.
  public init(
    id: String, environment: String = "production", entitlements: [Entitlement] = [],
    subscriptions: [Subscription] = [], purchases: [Purchase]? = nil, asOf: Date? = nil
  ) {
    self.id = id
    self.environment = environment
    self.entitlements = entitlements
    self.subscriptions = subscriptions
    self.purchases = purchases
    self.asOf = asOf
  }

  /// Whether something is unlocked at a moment.
  public func isEntitled(_ entitlement: String, at moment: Date) -> Bool {
    entitlements.contains {
      $0.id.utf8.elementsEqual(entitlement.utf8) && $0.expires.map { moment < $0 } ?? true
    }
  }

  /// Something that a purchase unlocks.
  public struct Entitlement: Hashable, Codable, Sendable, Identifiable {
    /// As the configuration calls it.
    public var id: String
    /// What was bought.
    public var product: String
    /// `nil` is for ever. In a grace period its end.
    public var expires: Date?
    /// StoreKit has verified the purchase, and the server has not kept it yet.
    public var isProvisional: Bool

    /// Something that a purchase unlocks.
    public init(id: String, product: String, expires: Date? = nil, isProvisional: Bool = false) {
      self.id = id
      self.product = product
      self.expires = expires
      self.isProvisional = isProvisional
    }
  }

  /// What is known of one subscription group.
  public struct Subscription: Hashable, Codable, Sendable, Identifiable {
    /// App Store Connect's identifier of the group; empty if the App Store did not say it.
    public var id: String
    /// The group as the configuration calls it.
    public var key: String?
    /// The state now.
    public var state: State
    /// The product of the current or the last period.
    public var product: String?
    /// The end of that period.
    public var expires: Date?
    /// App Store Connect's identifier of the offer that runs.
    public var offer: String?
    /// Whether it renews by itself.
    public var autoRenews: Bool?
    /// The seats of a multiseat purchase.
    public var seats: Seats?
    /// A year that is paid monthly, while it runs.
    public var commitment: Commitment?
    /// Whether it is in a free trial.
    public var isInTrial: Bool?
    /// Whether a member of the family bought it.
    public var isFamilyShared: Bool?
    /// The renewal could not be charged.
    public var billingIssue: BillingIssue?
    /// What renews next.
    public var renewal: Renewal?

    /// What is known of one subscription group.
    public init(
      id: String, key: String? = nil, state: State, product: String? = nil, expires: Date? = nil,
      offer: String? = nil, autoRenews: Bool? = nil, isInTrial: Bool? = nil,
      isFamilyShared: Bool? = nil, billingIssue: BillingIssue? = nil, renewal: Renewal? = nil,
      seats: Seats? = nil, commitment: Commitment? = nil
    ) {
      self.id = id
      self.key = key
      self.state = state
      self.product = product
      self.expires = expires
      self.offer = offer
      self.autoRenews = autoRenews
      self.isInTrial = isInTrial
      self.isFamilyShared = isFamilyShared
      self.billingIssue = billingIssue
      self.renewal = renewal
      self.seats = seats
      self.commitment = commitment
    }
  }

  /// StoreKit's states of a subscription.
  public enum State: String, Hashable, Codable, Sendable, CaseIterable {
    case subscribed, inGracePeriod, inBillingRetryPeriod, expired, revoked, none
  }

  /// A renewal that could not be charged.
  public struct BillingIssue: Hashable, Codable, Sendable {
    /// When it should have renewed.
    public var since: Date
    /// What was bought stays unlocked until then; `nil` without a grace period.
    public var graceUntil: Date?
    /// Apple tries to charge until then.
    public var retryUntil: Date

    /// A renewal that could not be charged.
    public init(since: Date, graceUntil: Date? = nil, retryUntil: Date) {
      self.since = since
      self.graceUntil = graceUntil
      self.retryUntil = retryUntil
    }
  }

  /// What renews next.
  public struct Renewal: Hashable, Codable, Sendable {
    /// The customer has asked for another product, or for an end.
    public var isChange: Bool
    /// The product that it renews to.
    public var product: String?
    /// When.
    public var date: Date?

    /// What renews next.
    public init(isChange: Bool, product: String? = nil, date: Date? = nil) {
      self.isChange = isChange
      self.product = product
      self.date = date
    }
  }
}
