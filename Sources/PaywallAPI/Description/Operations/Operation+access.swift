import HTTPDocuments
import HTTPTypes
import PaywallCatalog
import Subscribers

extension Operation {
  /// The parameters of a request about the records of a person.
  static let holder =
    Parameter.customer + [
      .query(
        "environment", .words(of: AppStoreEnvironment.self), "Production by default.")
    ]

  package static let accessPost = Operation(
    method: .post, path: "/v1/customers/{id}/access", id: "accessPost", topic: .customers,
    summary: "Give access that was not bought in the App Store",
    description:
      "By hand, or as a fact of your own back end about a purchase on the web or on Android. `/v1/customer` then answers with it, and `entitlement.changed` tells it. With `by=userId` it is the user id's own, and the id may be new: it is linked to no customer, moves with no alias, and is shown to server keys and under a `userProof` only. The same `id` of a source is the same record: a later `until` extends it, a repeat changes nothing, and to end it sooner is to `DELETE` it. Offers and results count Apple's facts alone. A key may give \(GivenAccess.mostPerDay) records by hand a UTC day, or `accessPerDay` of `store/keys.yaml`.",
    parameters: holder,
    body: Body(
      schema: .ref(.accessQuestion),
      example:
        #"{"entitlement":"pro","until":"2027-01-31T00:00:00Z","reason":"an outage"}"#),
    answers: [.json("The record.", .ref(.access), example: accessExample)],
    problems: [
      .malformedPath, .malformedQuery, .missingMember, .wrongType, .attributeTooLong,
      .unknownCustomer, .ambiguousCustomer, .unknownEntitlement, .unknownProduct,
      .accessIncomplete, .accessOutOfRange, .accessTaken, .accessLimitReached, .ledgerUnavailable,
    ],
    sample: Sample(
      "/v1/customers/{CUSTOMER}/access",
      body: #"{"product":"{PRODUCT}","until":"2030-12-31T00:00:00Z","reason":"an outage"}"#))

  package static let accessList = Operation(
    method: .get, path: "/v1/customers/{id}/access", id: "accessList", topic: .customers,
    summary: "The access that a person was given",
    description:
      "Every record, ended and revoked ones too, with who gave it and why. With `by=userId` those of the user id and of the customers who are linked to it.",
    parameters: holder,
    answers: [
      .json(
        "The records.", .object([.always("access", .list(of: .ref(.access)))]),
        example: Example(stringLiteral: #"{"access":[\#(accessExample.json)]}"#))
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .attributeTooLong, .unknownCustomer,
      .ledgerUnavailable,
    ], sample: Sample("/v1/customers/{CUSTOMER}/access"))

  package static let accessDelete = Operation(
    method: .delete, path: "/v1/customers/{id}/access/{access}", id: "accessDelete",
    topic: .customers, summary: "Revoke access",
    description:
      "Ends it now; the record stays, with the moment. A repeat changes nothing, and so does one of the record's `POST`, unless its `until` is later.",
    parameters: holder + [
      .path("access", "The `id` of the record."),
      .query("source", .words(of: GivenAccess.Source.self), "`manual` by default."),
    ],
    answers: [.json("The record.", .ref(.access), example: accessExample)],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .attributeTooLong, .unknownCustomer,
      .unknownAccess, .ledgerUnavailable,
    ], sample: Sample("/v1/customers/{CUSTOMER}/access/none"))

  private static let accessExample: Example = """
    {"id":"9a1f","source":"manual","entitlement":"pro","until":"2027-01-31T00:00:00Z",\
    "active":true,"by":"support","reason":"an outage","givenAt":"2027-01-01T09:00:00Z",\
    "environment":"production","userId":"user-7"}
    """
}
