package import PaywallCatalog

/// How a subscription period is billed, in the App Store's spelling.
package enum BillingPlanType: String, CaseIterable, Sendable {
  case billedUpFront = "BILLED_UPFRONT"
  case monthly = "MONTHLY"
}

/// The place of a transaction in a commitment: a year that is paid monthly.
package struct Commitment: Hashable, Sendable, Codable {
  /// 1…12.
  package var billingPeriodNumber: Int?
  package var totalBillingPeriods: Int?
  /// Milliunits of the transaction's currency.
  package var price: Int64?
  package var expiresDate: Timestamp?

  package init(
    billingPeriodNumber: Int? = nil, totalBillingPeriods: Int? = nil, price: Int64? = nil,
    expiresDate: Timestamp? = nil
  ) {
    self.billingPeriodNumber = billingPeriodNumber
    self.totalBillingPeriods = totalBillingPeriods
    self.price = price
    self.expiresDate = expiresDate
  }

  enum CodingKeys: String, CodingKey {
    case billingPeriodNumber, totalBillingPeriods
    case price = "commitmentPrice"
    case expiresDate = "commitmentExpiresDate"
  }
}

/// The plan after a commitment; Apple sends it only while one runs.
package struct CommitmentRenewal: Hashable, Sendable, Codable {
  package var autoRenewProductId: String?
  /// Whether another commitment follows.
  package var autoRenews: Bool?
  package var billingPlan: OpenEnum<BillingPlanType>?
  package var renewalDate: Timestamp?
  /// Milliunits of the renewal's currency.
  package var renewalPrice: Int64?

  package init(
    autoRenewProductId: String? = nil, autoRenews: Bool? = nil,
    billingPlan: OpenEnum<BillingPlanType>? = nil, renewalDate: Timestamp? = nil,
    renewalPrice: Int64? = nil
  ) {
    self.autoRenewProductId = autoRenewProductId
    self.autoRenews = autoRenews
    self.billingPlan = billingPlan
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
  }

  enum CodingKeys: String, CodingKey {
    case autoRenewProductId = "commitmentAutoRenewProductId"
    case autoRenews = "commitmentAutoRenewStatus"
    case billingPlan = "commitmentRenewalBillingPlanType"
    case renewalDate = "commitmentRenewalDate"
    case renewalPrice = "commitmentRenewalPrice"
  }
}

/// Milliseconds since 1970, as Apple writes them.
extension Timestamp: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
