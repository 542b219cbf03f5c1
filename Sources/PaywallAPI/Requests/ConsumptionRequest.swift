package import HTTPDocuments
package import PaywallCatalog
package import Subscribers

/// The body of `POST /v1/customers/{id}/consumption`, which the team's server sends.
package struct ConsumptionRequest: Hashable, Sendable {
  package var transactionId: String?
  package var customerConsented: Bool
  package var deliveryStatus: DeliveryStatus?
  package var sampleContentProvided: Bool?
  /// Thousandths of a percent.
  package var consumptionPercentage: Int?

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    transactionId = try members.filled("transactionId")
    guard let consented = try members.boolean("customerConsented") else {
      throw MemberReader.missing(
        "customerConsented", "whether the customer agrees that Apple gets the report")
    }
    customerConsented = consented
    deliveryStatus = try members.word("deliveryStatus", "a delivery status")
    sampleContentProvided = try members.boolean("sampleContentProvided")
    consumptionPercentage = try members.whole(
      "consumptionPercentage", in: 0...100_000,
      "a whole number from 0 to 100000, in thousandths of a percent")
    try members.finish()
    try check()
  }

  private func check() throws(Problem) {
    guard customerConsented else { return }
    if deliveryStatus == nil {
      throw Problem(
        .missingMember, "With consent, 'deliveryStatus' says whether the purchase works.",
        field: "deliveryStatus")
    }
    if sampleContentProvided == nil {
      throw Problem(
        .missingMember,
        "With consent, 'sampleContentProvided' says whether there was a trial or a sample.",
        field: "sampleContentProvided")
    }
    guard let consumptionPercentage else { return }
    guard transactionId != nil else {
      throw Problem(
        .shareNeedsTransaction, "Name the purchase whose share is used, with 'transactionId'.",
        field: "consumptionPercentage")
    }
    guard consumptionPercentage == 0 || deliveryStatus == .delivered else {
      throw Problem(
        .shareOfUndelivered, "Apple takes a used share only of what was delivered; leave it out.",
        field: "consumptionPercentage")
    }
  }

  /// Returns the report to keep; without consent it holds nothing else.
  package func report(at now: Timestamp) -> ConsumptionReport {
    guard customerConsented else {
      return ConsumptionReport(
        transactionId: transactionId, customerConsented: false, reportedAt: now)
    }
    return ConsumptionReport(
      transactionId: transactionId, customerConsented: true, deliveryStatus: deliveryStatus,
      sampleContentProvided: sampleContentProvided, consumptionPercentage: consumptionPercentage,
      reportedAt: now)
  }
}
