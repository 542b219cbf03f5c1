import HTTPTypes

// Described ahead of their routes: the description shows what is in the table of routes alone.
extension Operation {
  static let flagsEvaluate = Operation(
    method: .post, path: "/ofrep/v1/evaluate/flags", id: "flagsEvaluate", topic: .openProtocols,
    summary: "Every placement as a flag (OpenFeature Remote Evaluation 0.3)",
    description:
      "Each placement is an object flag whose value is the decision. `If-None-Match` is answered with 304 although this is a `POST`: the protocol wants it so.",
    body: Body(schema: .ref(.evaluationContext), limit: Limits.body, example: .context),
    answers: [
      .json(
        "The flags.", .ref(.bulkEvaluation), headers: .evaluation,
        example: """
          {"flags":[{"key":"settings","reason":"STATIC","variant":"standard","value":{}}]}
          """),
      .notModified(.evaluation), .evaluationFailure(.badRequest, "The context cannot be used."),
    ],
    problems: .ofAttributes)

  static let flagEvaluate = Operation(
    method: .post, path: "/ofrep/v1/evaluate/flags/{placement}", id: "flagEvaluate",
    topic: .openProtocols, summary: "One placement as a flag (OpenFeature Remote Evaluation 0.3)",
    description: "The value is the decision.", parameters: [placement],
    body: Body(schema: .ref(.evaluationContext), limit: Limits.body, example: .context),
    answers: [
      .json(
        "The flag.", .ref(.evaluation), headers: .evaluation,
        example: """
          {"key":"settings","reason":"STATIC","variant":"standard","value":{}}
          """),
      .notModified(.evaluation), .evaluationFailure(.badRequest, "The context cannot be used."),
      .evaluationFailure(.notFound, "There is no such placement."),
    ],
    problems: .ofAttributes)

  static let featuresGet = Operation(
    method: .get, path: "/api/features/{clientKey}", id: "featuresGet", topic: .openProtocols,
    summary: "The public rules as a GrowthBook payload",
    description:
      "For the SDKs of GrowthBook, which decide by themselves. The key is a part of the path, because they send it there.",
    parameters: [.path("clientKey", "An API key with the role client.")],
    answers: [
      .json(
        "The payload.", .ref(.features), headers: .kept, example: #"{"features":{}}"#),
      .notModified(.kept),
    ])

  static let bundleGet = Operation(
    method: .get, path: "/v1/bundle", id: "bundleGet", topic: .offline,
    summary: "Which bundle is the one to have",
    description:
      "A short-lived pointer to the payload, with a signature by a key that the team's root key certifies, so that nothing on the way can alter it and an old one is noticed.",
    answers: [
      .json(
        "The pointer.", .ref(.bundlePointer), headers: [.requestId, .release],
        example: """
          {"release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "url":"/v1/bundle/4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "sha256":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "expires":"2026-12-06T12:00:00Z","signature":"eyJ…","certificate":"eyJ…"}
          """)
    ],
    problems: [.signingNotConfigured])

  static let bundlePayload = Operation(
    method: .get, path: "/v1/bundle/{release}", id: "bundlePayload", topic: .offline,
    summary: "Everything that an app needs to decide offline",
    description: "The same bytes for a release, for ever; anybody may keep them.",
    parameters: [.path("release", "Of the pointer.", .text(matching: "^[0-9a-f]{64}$"))],
    answers: [
      .json("The bundle.", .ref(.bundle), headers: [.requestId], example: "{}"),
      .notModified([.requestId]),
    ],
    problems: [.notFound])

  /// Of this list each is to be named where its route is added, then the list is empty.
  package static let prepared: [Operation] = [
    .flagsEvaluate, .flagEvaluate, .featuresGet, .bundleGet, .bundlePayload,
  ]
}

extension Operation.Answer {
  /// As the protocol writes what went wrong.
  fileprivate static func evaluationFailure(
    _ status: HTTPResponse.Status, _ summary: String
  ) -> Self {
    Self(
      status: status, summary: summary, type: "application/json",
      schema: .ref(.evaluationFailure), headers: [.requestId],
      example: """
        {"errorCode":"GENERAL","errorDetails":"…"}
        """)
  }
}

extension Operation.Example {
  fileprivate static let context: Self = """
    {"context":{"targetingKey":"user-7","country":"GB"}}
    """
}

extension [Operation.Header] {
  fileprivate static let evaluation: Self = [.requestId, .release, .tag]
}
