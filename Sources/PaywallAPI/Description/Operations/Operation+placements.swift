import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let productList = Operation(
    method: .get, path: "/v1/products", id: "productList", topic: .decisions,
    summary: "The products that an app should load from StoreKit",
    description:
      "Every product, by type and by subscription group, those of each placement, and those that unlock each entitlement. An app loads them before it shows a paywall.",
    answers: [
      .json("The products of the release.", .ref(.products), headers: .kept, example: .products),
      .notModified(.kept),
    ])

  package static let placementGet = Operation(
    method: .get, path: "/v1/placements/{placement}", id: "placementGet", topic: .decisions,
    summary: "The paywall at a placement, decided from attributes",
    description: """
      The question of every launch. Attributes are items of the query: built-in ones by their \
      names, declared ones behind `attr.`, as in `attr.sessions=3`; an attribute that is a list may \
      be repeated. Other items are ignored. A `+` is a plus, not a space.

      An unknown placement is no problem: the answer has the reason `unknownPlacement` and no \
      paywall. Ids in a query end up in the logs of proxies; send `POST` where that matters.
      """,
    parameters: [placement] + builtInAttributes + [
      Parameter(
        name: "attributes", place: .query,
        schema: [
          "type": "object",
          "patternProperties": [
            "^attr\\..": .object(Schema.text(to: Limits.value).members)
          ],
          "additionalProperties": false, "maxProperties": 50,
        ],
        description:
          "Declared attributes, each an item `attr.NAME=VALUE` of the query. At most \(Limits.attributes) attributes in all.",
        isExploded: true),
      .query("locales", .text, "As `locale`, for content that `locale` does not settle."),
      .query("preview", .text, "A token of `POST /v1/previews`, to be shown a variant."),
      .userProof,
    ],
    answers: [
      .json("The decision.", .ref(.decision), headers: .kept, example: .decision),
      .notModified(.kept),
    ],
    problems: [.malformedPath, .malformedQuery, .wrongType] + .ofAttributes + .ofPreviewTokens,
    sample: Sample("/v1/placements/{PLACEMENT}?userId=user-7&country=GB"))

  package static let placementPost = Operation(
    method: .post, path: "/v1/placements/{placement}", id: "placementPost", topic: .decisions,
    summary: "The paywall at a placement, decided for a customer",
    description: """
      As `GET`, with the attributes in the body, where no log keeps them. With signed texts from \
      StoreKit the decision rests on what they prove, offers are decided for this customer, and with \
      `sign` eligible promotional offers arrive signed. A server may name a customer instead.
      """,
    parameters: [placement],
    body: Body(
      schema: .ref(.placementQuestion), limit: Limits.bodyWithEvidence,
      example:
        #"{"attributes":{"userId":"user-7","country":"GB","appVersion":"3.4.0"},"sign":["jws"]}"#),
    answers: [.json("The decision.", .ref(.decision), headers: .kept, example: .decision)],
    problems: [.malformedPath] + ofQuestion,
    sample: Sample(
      "/v1/placements/{PLACEMENT}",
      body: #"{"attributes":{"userId":"user-7","country":"GB","appVersion":"3.4.0"}}"#))

  package static let placementsPost = Operation(
    method: .post, path: "/v1/placements", id: "placementsPost", topic: .decisions,
    summary: "The paywalls at several placements, in one round trip",
    description:
      "As `POST /v1/placements/{placement}`, for up to \(Limits.placements) placements, or all of them. An offer that is eligible at several is granted once.",
    body: Body(
      schema: .ref(.placementsQuestion), limit: Limits.bodyWithEvidence,
      example: #"{"placements":["onboarding","settings"],"attributes":{"userId":"user-7"}}"#),
    answers: [.json("The decisions.", .ref(.decisions), headers: .kept, example: .decisions)],
    problems: [.tooManyPlacements] + ofQuestion,
    sample: Sample(body: #"{"placements":["{PLACEMENT}"],"attributes":{"userId":"user-7"}}"#))

  private static let ofQuestion: [Problem.Code] =
    [.malformedQuery] + .ofAttributes + .ofEvidence + .ofNames + .ofPreviewTokens
    + [.badAppAccountToken, .noVerifiedHistory, .signingNotConfigured]

  static let placement = Parameter.path("placement", "The placement's id.")

  private static let builtInAttributes = AttributeSchema.builtIn.map { attribute in
    let schema: Schema =
      switch attribute.name {
      case "environment": .environmentInAnyCase
      case "locale": .text
      default: .text(to: Limits.value)
      }
    return Parameter.query(attribute.name, schema, attribute.meaning)
  }
}
