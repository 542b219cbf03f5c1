import HTTPDocuments
import HTTPTypes

// Requests of a back office that Apple answers.
extension Operation {
  private static let environment = Schema.words(["production", "sandbox"])
  private static let refusals: [Problem.Code] = [
    .appStoreNotConfigured, .appStoreRefused, .appStoreUnavailable,
  ]
  private static let asked =
    " Apple is asked at once, before everything that waits; production first, and the sandbox if it is not known there. Without `--app-store-key` the answer is `appStoreNotConfigured`."

  package static let orderShow = Operation(
    method: .get, path: "/v1/appstore/orders/{order}", id: "orderShow", topic: .customers,
    summary: "The purchases of an order, by the order id on the receipt",
    description:
      "Leads from Apple's mail to the customer: `transactions` carry their ids." + asked,
    parameters: [.path("order", "The order id, as Apple's mail shows it.")],
    answers: [
      .json(
        "Apple's record of the order.",
        .object([
          .always("status", .text, "`valid`, `invalid`, or a number that is new."),
          .always("environment", environment),
          .always(
            "transactions",
            .list(
              of: .object([
                .always("transactionId", .text), .always("originalTransactionId", .text),
                .maybe("appTransactionId", .text), .always("productId", .text),
                .maybe("purchased", .moment), .maybe("expires", .moment),
                .maybe("revoked", .moment),
              ])), "The transactions that Apple signed."),
          .maybe("appleRequestId", .text, "Apple's support asks for it."),
        ]),
        example: """
          {"status":"valid","environment":"production","transactions":[{"transactionId":\
          "2000000123000001","originalTransactionId":"2000000123000001",\
          "appTransactionId":"704289572307153920","productId":"pro_yearly",\
          "purchased":"2026-01-05T10:00:00Z","expires":"2027-01-05T10:00:00Z"}]}
          """)
    ],
    problems: refusals, sample: Sample("/v1/appstore/orders/MK5TTTVWJH"))

  package static let renewalExtend = Operation(
    method: .post, path: "/v1/appstore/extensions", id: "renewalExtend", topic: .customers,
    summary: "Move the renewal date of one subscription",
    description:
      "It cannot be undone; Apple tells the customer, and allows two in 365 days. The same `requestIdentifier` again extends nothing twice."
      + asked,
    body: Body(
      schema: .question([
        .always("originalTransactionId", .text),
        .always("days", .integer(from: 1, to: 90)),
        .maybe(
          "reason", .words(of: RenewalExtensionRequest.Reason.self), "`other` without it."),
        .always("requestIdentifier", .text(from: 1, to: 128)),
        .maybe("environment", environment),
      ]),
      example: """
        {"originalTransactionId":"2000000123000001","days":14,"reason":"serviceIssue",\
        "requestIdentifier":"outage-2026-11-24-2000000123000001"}
        """),
    answers: [
      .json(
        "It is moved.",
        .object([
          .always("environment", environment),
          .maybe("effectiveDate", .moment, "The new renewal date."),
          .maybe("appleRequestId", .text, "Apple's support asks for it."),
        ]),
        example: #"{"environment":"production","effectiveDate":"2027-01-19T10:00:00Z"}"#)
    ],
    problems: refusals)

  package static let accountTokenSet = Operation(
    method: .post, path: "/v1/appstore/account-tokens", id: "accountTokenSet", topic: .customers,
    summary: "Tell Apple which account a purchase belongs to",
    description:
      "Repairs purchases without a token, such as those by offer code; it counts for the present and later renewals."
      + asked,
    body: Body(
      schema: .question([
        .always("originalTransactionId", .text), .always("appAccountToken", .text),
        .maybe("environment", environment),
      ]),
      example: """
        {"originalTransactionId":"2000000123000001",\
        "appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}
        """),
    answers: [
      .json(
        "It is set.",
        .object([
          .always("environment", environment),
          .maybe("appleRequestId", .text, "Apple's support asks for it."),
        ]), example: #"{"environment":"production"}"#)
    ],
    problems: refusals + [.badAppAccountToken])
}
