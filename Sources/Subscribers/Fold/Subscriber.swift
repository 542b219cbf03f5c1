package import PaywallCatalog

/// The state of a customer at one moment.
package struct Subscriber: Hashable, Sendable {
  package var at: Timestamp
  /// Sorted by `originalTransactionId`.
  package var subscriptions: [Subscription]
  /// Sorted by App Store Connect identifier; without one last.
  package var groups: [Group]
  /// Every redemption of an offer by the customer, in the order of time.
  package var runs: [OfferRun]
  /// When each run of a promotional offer was bought, by Apple's offer identifier; marks of an
  /// erased history included.
  package var redemptions: [String: [Timestamp]]
  /// The money that the customer paid, without refunds, by currency (ISO 4217), in milliunits.
  package var spend: [String: Int64]
  /// Purchases of any kind that were refunded.
  package var refunds: Int
  /// Had a subscription in the app; an erased one counts.
  package var everSubscribed: Bool
  /// When Apple signed the newest fact; `nil` without any.
  package var newestFact: Timestamp?

  /// One subscription group of a customer.
  package struct Group: Hashable, Sendable {
    /// App Store Connect's identifier; `nil` if neither Apple nor the configuration has it.
    package var id: String?
    package var facts: GroupFacts
    /// The index in `subscriptions` of the one whose state is the group's; `nil` if only a mark of
    /// an erased history is left.
    package var deciding: Int?
    package var refunds: Int
  }

  /// The subscription whose state is the group's, with its billing issue and what renews next.
  package func deciding(_ group: Group) -> Subscription? {
    group.deciding.map { subscriptions[$0] }
  }
}
