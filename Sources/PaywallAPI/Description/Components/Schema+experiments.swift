import Decisions
import Ledger

extension Schema {
  static let exposureBatch = question([
    attributesOfQuestion, userProof,
    .always(
      "exposures", list(of: ref(.exposureClaim), atMost: Limits.exposures),
      "What one visitor was shown."),
  ])

  /// Open on purpose: a mistake in one claim is reported for it alone.
  static let exposureClaim: Schema = [
    "type": "object",
    "description":
      "A paywall that was rendered for the reason `experiment`. What is wrong with a claim is its outcome (`invalid`) and spoils no other; only one without an `id` refuses the request.",
    "required": ["id"],
    "properties": [
      "id": text(from: 1, to: Limits.value).described(
        "A name of this exposure and no other, so that it counts once."
      ).content,
      "experiment": ["description": "The experiment's id: a text, needed."],
      "variant": ["description": "The variant's name: a text, needed."],
      "phase": ["description": "The number of the phase, from 1: needed."],
      "placement": ["description": "Where it was rendered: a text."],
      "at": ["description": "When it was rendered, RFC 3339, by the clock of the device: needed."],
    ],
  ]

  static let exposureOutcomes = object([
    .always(
      "exposures",
      list(
        of: object([
          .always("id", text),
          .always(
            "outcome", words(outcomes),
            "`recorded`, `repeated` and `already` are as it should be. The others change nothing, but `conflict`, which takes the unit out of the results."
          ),
          .maybe(
            "reason",
            words(
              Mismatch.allCases.map(\.rawValue) + Self.problemsOfClaims
                + [UserStanding.wrongProof.rawValue]),
            "Why nobody can have been shown that, or the code of what is wrong with the claim."),
          .maybe("detail", text, "What is wrong with the claim, and what to do."),
        ])), "One for each claim, in their order.")
  ])

  static let aliasOutcome = object([
    .always(
      "outcome", words(AliasOutcome.allCases.filter(\.isJoined).map(\.rawValue)),
      "`already` changed nothing.")
  ])

  private static let outcomes =
    ExposureOutcome.allCases.map(\.rawValue)
    + ["variantMismatch", "invalid", ExposureAnswer.unproved]
    + ClaimRefusal.allCases.map(\.rawValue)

  private static let problemsOfClaims = [
    Problem.Code.missingMember, .wrongType, .unknownMember, .attributeTooLong,
  ].map(\.rawValue)
}
