package import Refunds

/// The rows of requests for refunds, of Apple's decisions and of reports. Those of a purchase chain
/// go with it, and the report on a customer with the customer.
package protocol RefundTables {
  /// A request of the same notification changes nothing.
  mutating func add(_ refundCase: RefundCase, in chain: PurchaseChainRow?) throws
  /// Writes state, basis, time and failures of the request of a notification.
  mutating func update(_ refundCase: RefundCase) throws
  /// Without decisions, as in all of these.
  func refundCase(notification: String) throws -> RefundCase?
  func refundCases(after number: Int64, limit: Int) throws -> [RefundCase]
  func refundCases(in chain: PurchaseChainRow) throws -> [RefundCase]

  /// The same decision of a transaction changes nothing.
  mutating func add(
    _ decision: RefundDecision, on transactionId: String, in chain: PurchaseChainRow) throws
  /// In any order.
  func refundDecisions(
    on transactionId: String, in chain: PurchaseChainRow
  ) throws -> [RefundDecision]

  mutating func put(_ report: ConsumptionReport, in chain: PurchaseChainRow) throws
  mutating func put(_ report: ConsumptionReport, of customer: CustomerRow.Number) throws
  func report(on transactionId: String, in chain: PurchaseChainRow) throws -> ConsumptionReport?
  func report(of customer: CustomerRow.Number) throws -> ConsumptionReport?
}
