public import Foundation

/// A customer: what is unlocked and until when, and the state of each subscription.
public struct PaywallCustomer: Hashable, Codable, Sendable, Identifiable {
  /// The user's id, or the anonymous id of a visitor who is not logged in.
  public var id: String
  /// The App Store's environment: `production`, `sandbox` or `xcode`.
  public var environment: String
  /// The entitlements that are unlocked, one for each id.
  public var entitlements: [Entitlement]
  /// The subscriptions, one for each subscription group in which the customer bought something.
  public var subscriptions: [Subscription]
  /// The purchases that do not renew. `nil` if the server has not sent them.
  public var purchases: [CompletedPurchase]?
  /// The time of the server's answer. `nil` before the first one: all is then known from StoreKit
  /// alone.
  public var asOf: Date?

  var hasNothing: Bool { entitlements.isEmpty && subscriptions.isEmpty }

  /// A customer, for previews and tests.
  public init(
    id: String, environment: String = "production", entitlements: [Entitlement] = [],
    subscriptions: [Subscription] = [], purchases: [CompletedPurchase]? = nil, asOf: Date? = nil
  ) {
    self.id = id
    self.environment = environment
    self.entitlements = entitlements
    self.subscriptions = subscriptions
    self.purchases = purchases
    self.asOf = asOf
  }

  /// True if something is unlocked at a moment.
  public func isEntitled(_ entitlement: String, at moment: Date) -> Bool {
    entitlements.contains {
      $0.id.utf8.elementsEqual(entitlement.utf8) && $0.expires.map { moment < $0 } ?? true
    }
  }

  /// An entitlement: something that a purchase unlocks.
  public struct Entitlement: Hashable, Codable, Sendable, Identifiable {
    /// The entitlement's id in the configuration.
    public var id: String
    /// The product that was bought; empty if the entitlement was given without one.
    public var product: String
    /// The end; `nil` if it never ends. In a grace period, the end of that period.
    public var expires: Date?
    /// True if StoreKit has verified the purchase, and the server has not kept it yet.
    public var isProvisional: Bool

    /// An entitlement: something that a purchase unlocks.
    public init(id: String, product: String, expires: Date? = nil, isProvisional: Bool = false) {
      self.id = id
      self.product = product
      self.expires = expires
      self.isProvisional = isProvisional
    }
  }

  /// The state of one subscription group.
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
    /// App Store Connect's identifier of the offer that runs now.
    public var offer: String?
    /// True if it renews by itself.
    public var autoRenews: Bool?
    /// The seats of a multiseat purchase.
    public var seats: Seats?
    /// A year that is paid monthly, while it runs.
    public var commitment: Commitment?
    /// True if it is in a free trial.
    public var isInTrial: Bool?
    /// True if a member of the family bought it.
    public var isFamilyShared: Bool?
    /// The failure to charge the renewal, if any.
    public var billingIssue: BillingIssue?
    /// The next renewal, if any.
    public var renewal: Renewal?

    /// The state of one subscription group.
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
    /// The end of the grace period, until which the purchase stays unlocked; `nil` without one.
    public var graceUntil: Date?
    /// The time until which Apple tries to charge.
    public var retryUntil: Date

    /// A renewal that could not be charged.
    public init(since: Date, graceUntil: Date? = nil, retryUntil: Date) {
      self.since = since
      self.graceUntil = graceUntil
      self.retryUntil = retryUntil
    }
  }

  /// The next renewal of a subscription.
  public struct Renewal: Hashable, Codable, Sendable {
    /// True if the customer has asked for another product, or for an end.
    public var isChange: Bool
    /// The product that the subscription renews to.
    public var product: String?
    /// The time of the renewal.
    public var date: Date?

    /// The next renewal of a subscription.
    public init(isChange: Bool, product: String? = nil, date: Date? = nil) {
      self.isChange = isChange
      self.product = product
      self.date = date
    }
  }
}
