package import PaywallCatalog

/// One subscription of a customer, by its `originalTransactionId`, at one moment.
package struct Subscription: Hashable, Sendable {
  package var originalTransactionId: String
  /// App Store Connect's identifier; `nil` if neither Apple nor the configuration has it.
  package var groupId: String?
  /// Never `none`.
  package var state: SubscriptionState
  /// The period that decides the state; `nil` if an upgrade replaced all known periods.
  package var current: TransactionFact?
  /// Bought by the customer, not by a family member or as a seat.
  package var isOwn: Bool
  /// The current period is a free introductory one, and still runs.
  package var inTrial: Bool
  /// The offer of the current period, while it runs.
  package var offer: OfferName?
  package var billingIssue: BillingIssue?
  /// The seats of the customer's multiseat purchase, while its period runs.
  package var seats: HeldSeats?
  /// While it runs.
  package var commitment: RunningCommitment?
  /// The next renewal according to the newest renewal info; `nil` if that is missing, is about an
  /// earlier purchase, or nothing is left to renew.
  package var renewal: NextRenewal?
  /// Whether it renews, as far as that is known for the current period; `false` if a commitment runs
  /// that no other follows, although its months are still billed.
  package var autoRenews: Bool?
  /// Apple's list, if it was made after the current purchase.
  package var winBack: GroupFacts.WinBackList?
  /// When the last period ended, was revoked or will end.
  package var end: Timestamp?
  /// Milliseconds of paid periods, none counted twice.
  package var paidTime: Int64
  package var refunds: Int
  /// The first introductory offer that was used.
  package var introductory: GroupFacts.Purchase?

  /// A seat that somebody else pays for.
  package var isAssigned: Bool { current?.ownership?.known == .assigned }

  package var isEntitled: Bool { state == .subscribed || state == .inGracePeriod }

  /// Until when it entitles, if nothing renews it; `nil` if it does not.
  package var entitledUntil: Timestamp? {
    switch state {
    case .subscribed: current?.expiresDate
    case .inGracePeriod: billingIssue?.graceUntil
    case .inBillingRetryPeriod, .expired, .revoked, .none: nil
    }
  }
}

/// The next renewal, and what is pending about it.
package struct NextRenewal: Hashable, Sendable {
  package var autoRenews: Bool?
  package var product: String?
  /// Differs from the current product: a downgrade, or a change to another duration.
  package var changesProduct: Bool
  package var date: Timestamp?
  /// Milliunits of `currency`, offer included.
  package var price: Int64?
  package var currency: String?
  package var offer: OfferName?
  /// Whether the customer agreed to a price increase, or was notified of one that needs no consent;
  /// `nil` without one.
  package var agreedToPriceIncrease: Bool?

  /// The next renewal is not the same product at the same price.
  package var isChange: Bool {
    changesProduct || autoRenews == false || agreedToPriceIncrease != nil || offer != nil
  }
}
