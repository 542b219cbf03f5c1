/// How a year of a subscription is paid. Each plan has its own price and its own offers
/// (AppleFacts.md § 6). The raw values are StoreKit's names.
package enum BillingPlan: String, CaseIterable, Sendable {
  case upFront
  /// By the month, with a commitment to twelve of them.
  case monthly
}

extension Product {
  /// Whether Apple can sell it by the month: an auto-renewable subscription of a year.
  package var mayBePaidMonthly: Bool {
    type == .autoRenewable && period == Period(months: 12)
  }
}
