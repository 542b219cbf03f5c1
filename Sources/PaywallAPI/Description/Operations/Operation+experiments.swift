import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let exposuresPost = Operation(
    method: .post, path: "/v1/exposures", id: "exposuresPost", topic: .experiments,
    summary: "Report rendered paywalls",
    description: """
      The paywalls that one visitor was shown for the reason `experiment`, or instead of an experiment that only \
      the holdout keeps them out of, up to \(Limits.exposures) at a time. \
      Each claim is checked against the configuration and the records, and has its outcome. The same \
      batch again changes nothing, so a client keeps its queue until it has the answer.
      """,
    body: Body(
      schema: .ref(.exposureBatch),
      example: """
        {"attributes":{"userId":"user-7"},"exposures":[{"id":"e1","experiment":"annual-trial",\
        "variant":"trial","phase":1,"placement":"onboarding","at":"2026-12-05T12:00:00Z",\
        "shown":{"paywall":"standard-trial","product":"pro_yearly_trial","price":59990,\
        "currency":"GBP","introductoryEligible":true}}],"sentAt":"2026-12-05T12:00:05Z"}
        """),
    answers: [
      .json(
        "Every claim has its outcome.", .ref(.exposureOutcomes),
        example: #"{"exposures":[{"id":"e1","outcome":"recorded"}]}"#)
    ],
    problems: .ofAttributes + [.tooManyExposures, .ledgerUnavailable, .serverBehind],
    sample: Sample(
      body: """
        {"attributes":{"userId":"user-7"},"exposures":[{"id":"e1","experiment":"{EXPERIMENT}",\
        "variant":"{VARIANT}","phase":1,"placement":"{EXPERIMENT_PLACEMENT}",\
        "at":"2026-12-05T12:00:00Z"}]}
        """))

  package static let aliasPost = Operation(
    method: .post, path: "/v1/aliases", id: "aliasPost", topic: .experiments,
    summary: "Say that an anonymous id is a user's",
    description:
      "At a login, so that the user keeps the variant that the anonymous visitor was shown. It moves recorded assignments only; it opens no customer and no offer. The first user of an anonymous id keeps it, unless somebody stronger vouches for another. On an app's word it counts in requests that carry both ids; for other devices send it with a server key, with `userProof`, or with a transaction whose `appAccountToken` is the user's id.",
    body: Body(
      schema: .ref(.aliasQuestion), limit: Limits.bodyWithEvidence,
      example: #"{"anonymousId":"a-1","userId":"user-7"}"#),
    answers: [.json("They are one.", .ref(.aliasOutcome), example: #"{"outcome":"new"}"#)],
    problems: [.attributeTooLong, .sameIds, .aliasTaken, .userProofRequired, .ledgerUnavailable]
      + .ofEvidence, price: 5,
    // An app's word is not enough where user ids are proved.
    sample: Sample(role: .server))
}
