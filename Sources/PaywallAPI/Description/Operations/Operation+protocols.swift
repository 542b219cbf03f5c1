import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let flagsEvaluate = Operation(
    method: .post, path: "/ofrep/v1/evaluate/flags", id: "flagsEvaluate", topic: .openProtocols,
    summary: "Every placement as a flag (OpenFeature Remote Evaluation 0.3)",
    description:
      "Each placement is an object flag whose value is what is shown. `If-None-Match` is answered with 304 although this is a `POST`: the protocol requires it.",
    parameters: [.userProof],
    body: Body(schema: .ref(.evaluationContext), example: .context),
    answers: [
      .json(
        "The flags.", .ref(.bulkEvaluation), headers: .momentary + [.tag],
        example: """
          {"flags":[{"key":"settings","value":{"productIds":[],"paywall":null},\
          "reason":"STATIC","variant":"nothing","metadata":{"reason":"default"}}]}
          """),
      .notModified(.momentary + [.tag]),
    ],
    problems: .ofAttributes, refusal: .evaluationFailure)

  package static let flagEvaluate = Operation(
    method: .post, path: "/ofrep/v1/evaluate/flags/{placement}", id: "flagEvaluate",
    topic: .openProtocols, summary: "One placement as a flag (OpenFeature Remote Evaluation 0.3)",
    description: "The value is what is shown.", parameters: [placement, .userProof],
    body: Body(schema: .ref(.evaluationContext), example: .context),
    answers: [
      .json(
        "The flag.", .ref(.evaluation),
        example: """
          {"key":"settings","value":{"productIds":[],"paywall":null},"reason":"STATIC",\
          "variant":"nothing","metadata":{"reason":"default"}}
          """)
    ],
    problems: .ofAttributes + [.malformedPath, .notFound], refusal: .evaluationFailure,
    sample: Sample("/ofrep/v1/evaluate/flags/{PLACEMENT}"))

  package static let featuresGet = Operation(
    method: .get, path: "/api/features/{clientKey}", id: "featuresGet", topic: .openProtocols,
    summary: "The public rules as a GrowthBook payload",
    description:
      "For the SDKs of GrowthBook, which decide by themselves. The key is a part of the path, because they send it there.",
    parameters: [.path("clientKey", "An API key with the role client.")],
    answers: [
      .json(
        "The payload.", .ref(.features), headers: .shared, example: #"{"features":{}}"#),
      .notModified(.shared),
    ],
    problems: [.unknownKey, .roleRequired, .keysRequired, .rateLimited],
    sample: Sample("/api/features/{PAYWALL_KEY}", role: .client))

  package static let bundleGet = Operation(
    method: .get, path: "/v1/bundle", id: "bundleGet", topic: .offline,
    summary: "The pointer to the newest bundle",
    description:
      "A short-lived pointer to the payload, with a signature by a key that the team's root key certifies, so that nothing in between can alter it and an old one is noticed.",
    answers: [
      .json(
        "The pointer.", .ref(.bundlePointer), headers: .shared,
        example: """
          {"release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "url":"/v1/bundle/4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "sha256":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "issued":"2026-12-05T12:00:00Z","expires":"2026-12-06T12:00:00Z",\
          "signature":"eyJ…","certificate":"eyJ…","bytes":10240,\
          "revision":"9c1f0d3be2a7458c9d0e1f2a3b4c5d6e"}
          """),
      .notModified(.shared),
    ],
    problems: [.bundleSigningNotConfigured])

  package static let bundlePayload = Operation(
    method: .get, path: "/v1/bundle/{release}", id: "bundlePayload", topic: .offline,
    summary: "Everything that an app needs to decide offline",
    description: "The same bytes for a release, for ever; anybody may keep them.",
    parameters: [
      .path("release", "The `release` of the pointer."),
      .query("sha256", .text, "The `sha256` of the pointer: other bytes are then a problem."),
    ],
    answers: [
      .json("The bundle.", .ref(.bundle), headers: .shared, example: "{}"),
      .notModified(.shared),
    ],
    problems: [.unknownRelease], sample: Sample("/v1/bundle/{RELEASE}"))
}

extension Operation.Example {
  fileprivate static let context: Self = """
    {"context":{"targetingKey":"user-7","country":"GB"}}
    """
}

extension Operation.Header {
  fileprivate static let sharedLifetime = Self(
    name: "cache-control",
    description: "The same for everybody who may ask, so proxies may keep it for all of them.",
    schema: .text(matching: "^public, max-age=[0-9]+"))
}

extension [Operation.Header] {
  fileprivate static let shared: Self = [.requestId, .release, .sharedLifetime, .tag, .vary]
}
