// OpenFeature Remote Evaluation 0.3, GrowthBook and the offline bundle.
extension Schema {
  static let evaluationContext: Schema = [
    "type": "object", "required": ["context"],
    "properties": [
      "context": [
        "type": "object", "required": ["targetingKey"],
        "description":
          "`targetingKey` is the id that experiments hash; the others are attributes.",
        "properties": ["targetingKey": text(from: 1, to: Limits.value).content],
      ]
    ],
  ]

  static let evaluation: Schema = [
    "type": "object", "required": ["key", "reason", "variant"],
    "properties": [
      "key": ["type": "string"],
      "reason": words(["STATIC", "TARGETING_MATCH", "SPLIT", "DISABLED", "DEFAULT", "UNKNOWN"])
        .content,
      "variant": ["type": "string"],
      "value": ["type": "object", "description": "The decision. Absent: the app's own default."],
      "metadata": [
        "type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]],
      ],
    ],
    "additionalProperties": false,
  ]

  static let evaluationFailure: Schema = [
    "type": "object", "required": ["errorDetails"],
    "properties": [
      "key": ["type": "string"],
      "errorCode": words([
        "PARSE_ERROR", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "GENERAL", "FLAG_NOT_FOUND",
      ]).content,
      "errorDetails": ["type": "string"],
    ],
    "additionalProperties": false,
  ]

  static let bulkEvaluation = object([
    .always("flags", list(of: any([ref(.evaluation), ref(.evaluationFailure)]))),
    .maybe("metadata", ["type": "object"]),
  ])

  static let features: Schema = [
    "type": "object", "required": ["features"],
    "description": "A payload of the GrowthBook SDKs.",
    "properties": ["features": ["type": "object"]],
  ]

  static let bundlePointer = object([
    .always("release", text(matching: "^[0-9a-f]{64}$")),
    .always("url", text, "Where the payload is, relative to this."),
    .always("sha256", text(matching: "^[0-9a-f]{64}$"), "Of the payload's bytes."),
    .always("expires", moment),
    .always("signature", text, "A detached JWS, ES256, over the payload."),
    .always("certificate", text, "The bundle key, signed by the root key of the team."),
  ])

  static let bundle: Schema = [
    "type": "object", "description": "What an app needs to decide offline.",
  ]
}
