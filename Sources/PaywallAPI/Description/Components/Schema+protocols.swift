import HTTPDocuments

// OpenFeature Remote Evaluation 0.3, GrowthBook and the offline bundle.
extension Schema {
  /// Open: other versions of the protocol may have more.
  static let evaluationContext: Schema = [
    "type": "object", "required": ["context"],
    "properties": [
      "context": [
        "type": "object", "required": ["targetingKey"],
        "description":
          "A visitor. `targetingKey` is the user's id, unless the context has a `userId`, or has the same as `anonymousId`; the other members are attributes. With all flags, `placements` names those that are wanted.",
        "properties": [
          "targetingKey": text(from: 1, to: Limits.value).content,
          "environment": environmentInAnyCase.orNull.content,
        ],
      ]
    ],
  ]

  /// The protocol's schema, patched: its own accepts no answer with a value.
  static let evaluation = object([
    .always("key", text, "The placement."),
    .always(
      "value",
      object([
        .always("productIds", list(of: text)), .always("paywall", ref(.paywall).orNull),
      ]), "The products and the paywall to show. A paywall of null is a value."),
    .always(
      "reason", words(["STATIC", "DEFAULT", "TARGETING_MATCH", "SPLIT", "DISABLED"]),
      "In the words of OpenFeature."),
    .always("variant", text, "The variant, else the paywall."),
    .always(
      "metadata",
      ["type": "object", "additionalProperties": ["type": ["string", "integer", "boolean"]]],
      "The decision as in `/v1/placements`, as scalars; `ignored` is a text such as `sesions: undeclared`, for the same callers."
    ),
  ])

  static let evaluationFailure = object([
    .maybe("key", text),
    .always("errorCode", words(of: FlagFailure.Code.self)),
    .always(
      "errorDetails", text,
      "The problem and what to do; with its code in brackets, where there is one."),
  ])

  static let bulkEvaluation = object([
    .always("flags", list(of: any([ref(.evaluation), ref(.evaluationFailure)]))),
    .maybe(
      "metadata",
      object([.always("ignored", text, "Attributes that count for nothing, each with why.")])),
  ])

  static let features: Schema = [
    "type": "object", "required": ["features"],
    "description": "A payload of the GrowthBook SDKs.",
    "properties": ["features": ["type": "object"]],
  ]

  static let bundlePointer = object([
    .always("release", digest),
    .always("url", text, "The URL of the payload, relative to this one."),
    .always("sha256", digest, "The digest of the payload's bytes."),
    .always("issued", moment), .always("expires", moment),
    .always("signature", text, "A detached JWS, ES256, over the payload."),
    .always("certificate", text, "The bundle key, signed by the root key of the team."),
    .always("bytes", integer(from: 1), "The length of the payload."),
    .always("revision", text(matching: "^[0-9a-f]{32}$")),
  ])

  static let bundle: Schema = [
    "type": "object", "description": "Everything that an app needs to decide offline.",
  ]

  private static let digest = text(matching: "^[0-9a-f]{64}$")
}
