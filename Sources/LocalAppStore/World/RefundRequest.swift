package import PaywallCatalog

/// A customer's request for a refund that is not decided yet.
package struct RefundRequest: Hashable, Sendable {
  package let requested: Timestamp
  /// The last answer of the app's server.
  package internal(set) var answer: ConsumptionAnswer?
}

/// The data that the app's server sends Apple about a purchase with a request for a refund.
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

/// The preference of the app's owner, in the App Store's spelling.
package enum RefundPreference: String, CaseIterable, Sendable {
  case decline = "DECLINE"
  case grantFull = "GRANT_FULL"
  case grantProrated = "GRANT_PRORATED"
}
