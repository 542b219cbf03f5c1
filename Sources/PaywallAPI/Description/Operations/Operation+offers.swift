import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let offerSign = Operation(
    method: .post, path: "/v1/offers/sign", id: "offerSign", topic: .offers,
    summary: "Decide, grant and sign one offer, at the tap",
    description: """
      Signs a promotional offer, or an introductory one that is given again, if the decided paywall \
      holds it for this customer and its limits allow it. The grant is on disk before the signature \
      leaves. A signature is for one purchase; ask again for another, as often as the offer's \
      `limit.attempts` allows under one grant (429 `attemptsExhausted` until the grant lapses). What \
      was verified as the customer's is kept, also if the answer is a refusal. An app gets the form `legacy` \
      only for the account in its verified production transaction.
      """,
    body: Body(
      schema: .ref(.signQuestion), limit: Limits.bodyWithEvidence,
      example: """
        {"placement":"win-back","product":"pro_monthly","offer":"loyalty_20","form":"jws",\
        "transactions":["eyJhbGciOiJFUzI1NiIsIng1YyI6W…"]}
        """),
    answers: [
      .json(
        "The signed offer.", .ref(.signedOffer),
        example: """
          {"product":"pro_monthly","offer":{"kind":"promotional","id":"loyalty_20",\
          "signature":{"jws":"eyJhbGciOiJFUzI1NiIsImtpZCI6…"},\
          "grantedUntil":"2026-12-06T12:00:00Z"}}
          """)
    ],
    problems: .ofAttributes + .ofEvidence + .ofNames + [
      .unknownProduct, .unknownOffer, .offerNotOnProduct, .offerNeedsNoSignature, .notInForm,
      .unknownPlacement, .notOffered, .offerNotEligible, .attemptsExhausted, .noVerifiedHistory,
      .serverKeyRequired,
      .transactionNotInEvidence, .badAppAccountToken, .usernameNotLowercase, .emptyField,
      .fieldTooLong, .separatorInField, .controlCharacterInField, .previewNotSupported,
      .ledgerUnavailable, .signingNotConfigured,
    ], price: 5,
    sample: Sample(
      body: """
        {"placement":"{PLACEMENT}","product":"{PRODUCT}","offer":"{OFFER}","form":"jws",\
        "transactions":["{TRANSACTION}"]}
        """))

  package static let offerEligibility = Operation(
    method: .post, path: "/v1/offers/eligibility", id: "offerEligibility", topic: .offers,
    summary: "Every offer of every product for one customer, with reasons",
    description: """
      Nothing is granted by it. Each answer names the facts that it rests on. What was verified as the \
      customer's is kept.
      """,
    body: Body(
      schema: .ref(.customerQuestion), limit: Limits.bodyWithEvidence,
      example:
        #"{"customer":{"userId":"user-7"},"attributes":{"platform":"iOS","osVersion":"18.1"}}"#),
    answers: [
      .json(
        "The offers.", .ref(.offerReport),
        example: """
          {"environment":"production","newestFact":"2026-12-01T00:00:02Z","products":[\
          {"id":"pro_monthly","offers":[{"kind":"promotional","id":"loyalty_20","key":"loyalty",\
          "eligibility":"eligible","reason":"subscriber","basis":{"group":"pro",\
          "state":"subscribed","newestFact":"2026-12-01T00:00:02Z","newestFactAge":388798,\
          "historyComplete":true}}]}]}
          """)
    ],
    problems: .ofAttributes + .ofEvidence + .ofNames + [
      .evidenceRequired, .unknownCustomer, .ledgerUnavailable,
    ], sample: .transaction)
}
