package import PaywallCatalog

/// A report of the team's server on a customer, or on one purchase: whether the customer agrees
/// that Apple is told, and what it would be told.
package struct ConsumptionReport: Hashable, Sendable {
  /// `nil` for every purchase of the customer.
  package var transactionId: String?
  package var customerConsented: Bool
  /// Present if the customer consented.
  package var deliveryStatus: DeliveryStatus?
  /// Present if the customer consented.
  package var sampleContentProvided: Bool?
  /// Thousandths of a percent, 0…100000; only of one purchase that does not renew by itself.
  package var consumptionPercentage: Int?
  package var reportedAt: Timestamp

  package init(
    transactionId: String? = nil, customerConsented: Bool, deliveryStatus: DeliveryStatus? = nil,
    sampleContentProvided: Bool? = nil, consumptionPercentage: Int? = nil, reportedAt: Timestamp
  ) {
    self.transactionId = transactionId
    self.customerConsented = customerConsented
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
    self.consumptionPercentage = consumptionPercentage
    self.reportedAt = reportedAt
  }
}

extension ConsumptionReport {
  /// Returns the report that holds for a purchase: consent as the newest report has it, so that a
  /// withdrawal counts whichever way it was reported; the rest from the report on the purchase,
  /// else from that on the customer. `nil` without a report.
  package static func holding(among reports: [ConsumptionReport]) -> ConsumptionReport? {
    guard let newest = reports.max(by: { $0.isOlder(than: $1) }) else { return nil }
    guard newest.customerConsented else { return newest }
    let own = reports.first { $0.transactionId != nil && $0.deliveryStatus != nil }
    return own ?? reports.first { $0.deliveryStatus != nil } ?? newest
  }

  /// True if the other report is newer. Of two at one moment, a refusal counts as the newer.
  private func isOlder(than other: ConsumptionReport) -> Bool {
    reportedAt != other.reportedAt
      ? reportedAt < other.reportedAt : customerConsented && !other.customerConsented
  }
}
