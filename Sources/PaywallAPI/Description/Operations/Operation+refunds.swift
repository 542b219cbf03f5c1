import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let consumptionPost = Operation(
    method: .post, path: "/v1/customers/{id}/consumption", id: "consumptionPost",
    topic: .customers, summary: "Report consent and consumption for requests for refunds",
    description:
      "The facts that Apple may get when the customer asks for a refund, by the rules of `store/refunds.yaml`. Nothing is sent without `customerConsented: true`. The newest report on a purchase, and the newest on the customer, count; the newer of the two decides consent. A report is kept until the next one, and erased with the person. Apple waits 12 hours; a report in the last hour may come too late.",
    parameters: Parameter.customer + [
      .query(
        "environment", .words(of: AppStoreEnvironment.self),
        "The environment of the purchase; production by default.")
    ],
    body: Body(
      schema: .ref(.consumptionReport),
      example:
        #"{"customerConsented":true,"deliveryStatus":"delivered","sampleContentProvided":false}"#),
    answers: [.json("It is on disk.", .ref(.consumptionKept), example: #"{"openRequests":1}"#)],
    problems: [
      .malformedPath, .malformedQuery, .missingMember, .wrongType, .attributeTooLong,
      .ambiguousCustomer, .unknownCustomer, .unknownTransaction, .shareNeedsTransaction,
      .shareOfSubscription, .shareOfUndelivered, .ledgerUnavailable,
    ],
    sample: Sample(
      "/v1/customers/{CUSTOMER}/consumption",
      body:
        #"{"customerConsented":true,"deliveryStatus":"delivered","sampleContentProvided":false}"#))
}
