import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let balancePost = Operation(
    method: .post, path: "/v1/customers/{id}/balance", id: "balancePost", topic: .customers,
    summary: "Spend units of a currency, or correct a balance",
    description:
      "Purchases credit what `currencies` of their product says; here your server takes units away when it has delivered something for them. The same `id` again changes nothing and answers with the balance as it is now. Only a refund takes a balance below zero. With `by=userId` the balance is the sum of the id's own units and those of the customers who are linked to it. An admin key corrects a balance; with `by=userId` it corrects the id's own units.",
    parameters: holder,
    body: Body(
      schema: .ref(.balanceQuestion),
      example: #"{"id":"order-17","currency":"coins","amount":30}"#),
    answers: [
      .json("The balance.", .ref(.balance), example: balanceExample(changed: true))
    ],
    problems: [
      .malformedPath, .malformedQuery, .missingMember, .wrongType, .attributeTooLong,
      .roleRequired, .unknownCustomer, .ambiguousCustomer, .unknownCurrency,
      .insufficientBalance, .balanceIncomplete, .balanceOutOfRange, .idReused,
      .ledgerUnavailable,
    ],
    sample: Sample(
      "/v1/customers/{CUSTOMER}/balance",
      body: #"{"id":"order-17","currency":"coins","amount":30}"#))

  package static let balanceShow = Operation(
    method: .get, path: "/v1/customers/{id}/balance", id: "balanceShow", topic: .customers,
    summary: "The balances of a person with the newest postings",
    description:
      "Each posting says what it changed and why. With `by=userId` the postings of the user id and of the customers who are linked to it.",
    parameters: holder,
    answers: [
      .json("The balances.", .ref(.balance), example: balanceExample(changed: false))
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .attributeTooLong, .unknownCustomer,
      .ledgerUnavailable,
    ], sample: Sample("/v1/customers/{CUSTOMER}/balance"))

  private static func balanceExample(changed: Bool) -> Example {
    Example(
      stringLiteral:
        #"{"environment":"production","balances":{"coins":70},"postings":[{"currency":"coins","amount":-30,"cause":"spend","id":"order-17","by":"backend","at":"2027-01-02T09:00:00Z","userId":"user-7"}]\#(changed ? #","changed":true"# : "")}"#
    )
  }
}
