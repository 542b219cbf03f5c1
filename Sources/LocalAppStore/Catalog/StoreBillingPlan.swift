/// How a year is paid, in the App Store's spelling.
package enum StoreBillingPlan: String, CaseIterable, Codable, Sendable {
  case upFront = "BILLED_UPFRONT"
  /// Twelve months to which the customer commits.
  case monthly = "MONTHLY"
}
