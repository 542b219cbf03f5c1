package import PaywallCatalog

/// A customer's request for a refund that is not decided yet.
package struct RefundRequest: Hashable, Sendable {
  package let requested: Timestamp
  /// What the app's server told Apple last.
  package internal(set) var answer: ConsumptionAnswer?
}

/// What the app's server tells Apple about a purchase that is to be refunded.
package struct ConsumptionAnswer: Hashable, Sendable {
  package var isDelivered: Bool
  /// Thousandths of a percent of the purchase that were used, 0 to 100,000; never of a subscription
  /// that renews.
  package var consumedPercentage: Int?
  package var preference: RefundPreference?

  package init(
    isDelivered: Bool, consumedPercentage: Int? = nil, preference: RefundPreference? = nil
  ) {
    self.isDelivered = isDelivered
    self.consumedPercentage = consumedPercentage
    self.preference = preference
  }
}

/// What the app's owner prefers, in the App Store's spelling.
package enum RefundPreference: String, CaseIterable, Sendable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}
