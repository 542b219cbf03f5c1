package import PaywallCatalog
package import PaywallSubscribers

/// The payload of a signed transaction.
package struct Transaction: Hashable, Sendable {
  /// The fact for the fold; `nil` if Apple omitted `transactionId` or `productId`. Such a
  /// transaction is stored as evidence only.
  package var fact: TransactionFact?
  /// The app, which the verifier compared.
  package var bundleId: String?
  /// Apple's id of the billing event, renewals included.
  package var webOrderLineItemId: String?
  /// Apple's number of the storefront.
  package var storefrontId: String?
  package var billingPlan: OpenEnum<BillingPlan>?
  package var commitment: Commitment?
  /// The previous subscription of an Advanced Commerce subscription.
  package var previousOriginalTransactionId: String?

  package init(fact: TransactionFact?) { self.fact = fact }

  /// A year that is paid monthly.
  package struct Commitment: Hashable, Sendable {
    /// 1…12.
    package var billingPeriodNumber: Int?
    package var totalBillingPeriods: Int?
    /// Milliunits of the transaction's currency.
    package var price: Int64?
    package var expiresDate: Timestamp?
  }
}

/// How a subscription period is billed, in the App Store's spelling.
package enum BillingPlan: String, CaseIterable, Sendable {
  case billedUpFront = "BILLED_UPFRONT"
  case monthly = "MONTHLY"
}
