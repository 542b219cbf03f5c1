package import PaywallCatalog

/// The facts on which an answer depends; others are left out.
package struct OfferBasis: Hashable, Sendable {
  /// The key of the subscription group, and its state.
  package var group: String?
  package var state: SubscriptionState?
  /// The purchase that decided: the introductory one, or the newest of the group.
  package var transaction: GroupFacts.Purchase?
  package var customerClass: CustomerClass?
  /// On which the product is sold.
  package var billingPlan: BillingPlan?
  /// Whole days; `lapsedDays` since the last entitled moment.
  package var paidDays: Int?
  package var lapsedDays: Int?
  /// When the last period under this win-back offer ended or will end.
  package var lastWinBackEnd: Timestamp?
  package var appleList: AppleList?
  /// When the offer was redeemed, as counted by its limit, the earliest first.
  package var redemptions: [Timestamp] = []
  /// Until when the customer holds a place in the limits.
  package var grantedUntil: Timestamp?
  /// Grants that count for today (UTC).
  package var grantsToday: Int?
  /// The requesting system, and the lowest version that can redeem the offer.
  package var system: String?
  package var oldestSystem: String?
  /// Decided by our copy of Apple's terms, not by Apple.
  package var isMirrored = false
  /// The verified history of the customer; `nil` if the answer does not depend on it.
  package var history: History?

  /// Apple's list of win-back offers.
  package struct AppleList: Hashable, Sendable {
    package var signedDate: Timestamp
    /// The place of the offer, from 1; `nil` if it is not in the list.
    package var rank: Int?
  }

  /// How current and complete the known facts are.
  package struct History: Hashable, Sendable {
    /// When Apple signed the newest fact; `nil` without any.
    package var newestFact: Timestamp?
    /// Seconds since then; 0 for a fact from the future.
    package var age: Int64?
    package var isComplete: Bool

    package init(newestFact: Timestamp?, isComplete: Bool, at now: Timestamp) {
      self.newestFact = newestFact
      self.isComplete = isComplete
      age = newestFact.map { max(0, now.seconds(since: $0)) }
    }
  }
}

extension Timestamp {
  /// Whole seconds from `earlier` to this moment, rounded towards 0, clamped to `Int64`.
  fileprivate func seconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard !overflow else { return milliseconds < earlier.milliseconds ? .min : .max }
    return difference / 1000
  }
}
