import HTTPDocuments
import HTTPTypes
import PaywallCatalog

// Seats of a purchase whose members your server invites.
extension Operation {
  private static let purchase: [Parameter] = [
    .path("transaction", "The `originalTransactionId` of the one who pays."),
    .query(
      "environment", .words(of: AppStoreEnvironment.self),
      "`sandbox` for now: Apple has not opened production, which is refused (`seatsNotOpen`). Production by default."
    ),
  ]
  private static let seat: Parameter = .path("seat", "Apple's `seatClaimId`.")
  private static let refusals: [Problem.Code] = [
    .malformedPath, .malformedQuery, .wrongType, .seatsNotOpen, .seatsNotManaged, .seatsOfBundle,
    .unknownTransaction, .appStoreNotConfigured, .appStoreRefused, .appStoreUnavailable,
    .ledgerUnavailable,
  ]

  package static let seatClaim = Operation(
    method: .post, path: "/v1/seats/{transaction}", id: "seatClaim", topic: .customers,
    summary: "Claim a seat for a member of a group",
    description:
      "For purchases with developer-hosted invitations, whose members get no transactions. Apple is asked first, and then it is recorded who has the seat. While the purchase runs and the claim holds, `/v1/customer` answers with its entitlements for the member, with the source `seat`; results and audiences count a member as not paying. A person has one seat of a purchase: a repeat gives the same record, and completes one that failed halfway. Send the `userId` of your login, the `appTransactionId` of the member's app, or both.",
    parameters: purchase,
    body: Body(
      schema: .question([
        .maybe("userId", .text(from: 1, to: Limits.value), "Needed without `appTransactionId`."),
        .maybe("appTransactionId", .text(from: 1, to: Limits.value)),
        .maybe(
          "requestIdentifier", .text(from: 1, to: 128),
          "Apple makes one claim for each. By default it follows from the person, so that a repeat is safe without it."
        ),
      ]), example: #"{"userId":"user-7"}"#),
    answers: [.json("The record.", .ref(.seat), example: seatExample)],
    problems: refusals + [
      .missingMember, .attributeTooLong, .unknownCustomer, .noSeatLeft, .seatTaken,
      .seatEnded,
    ])

  package static let seatsShow = Operation(
    method: .get, path: "/v1/seats/{transaction}", id: "seatsShow", topic: .customers,
    summary: "The seats of a purchase, and who has them",
    description: "Apple's counts at this moment, beside the records.", parameters: purchase,
    answers: [
      .json(
        "The seats.", SeatOverviewAnswer.schema,
        example: Example(
          stringLiteral:
            #"{"totalSeatCount":5,"availableSeatCount":3,"claimedSeatCount":1,"seats":[\#(seatExample.json)],"unrecordedSeatClaimIds":[]}"#
        ))
    ],
    problems: refusals, sample: Sample("/v1/seats/2000000123000001?environment=sandbox"))

  package static let seatUnclaim = Operation(
    method: .delete, path: "/v1/seats/{transaction}/{seat}", id: "seatUnclaim", topic: .customers,
    summary: "Give a seat back",
    description:
      "Apple is asked first; then the member's access ends. A repeat changes nothing. It also ends the record of a claim that Apple does not know any more, and frees one that is not recorded.",
    parameters: purchase + [seat],
    answers: [.json("The record.", .ref(.seat), example: seatExample)],
    problems: refusals + [.unknownSeat],
    sample: Sample("/v1/seats/2000000123000001/none?environment=sandbox"))

  package static let seatAssociate = Operation(
    method: .post, path: "/v1/seats/{transaction}/{seat}/associate", id: "seatAssociate",
    topic: .customers, summary: "Say which customer of Apple has a seat",
    description:
      "For a seat that was claimed for a user id. The evidence of the member's app then shows the access too.",
    parameters: purchase + [seat],
    body: Body(
      schema: .question([.always("appTransactionId", .text(from: 1, to: Limits.value))]),
      example: #"{"appTransactionId":"704289572307153920"}"#),
    answers: [.json("The record.", .ref(.seat), example: seatExample)],
    problems: refusals + [
      .missingMember, .attributeTooLong, .unknownCustomer, .unknownSeat, .seatTaken,
      .seatEnded,
    ])

  private static let seatExample: Example = """
    {"seatClaimId":"1b1e3e4e-6a53-4f39-8b9b-5c2f7d6a2f10",\
    "originalTransactionId":"2000000123000001","userId":"user-7","active":true,\
    "claimedAt":"2027-01-01T09:00:00Z","environment":"sandbox"}
    """
}
