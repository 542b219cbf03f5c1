import HTTPDocuments
import PaywallCatalog
import PaywallDecisions

extension Schema {
  static let explainQuestion = question(
    [
      .always("placement", text, "The placement to decide."), attributesOfQuestion, locales,
      .maybe("at", moment, "Another time than now."),
      .maybe(
        "records", list(of: ref(.statedRecord)),
        "Records to use instead of those in the ledger."),
      .maybe("whyNot", text, "An experiment: the answer explains why the visitor is not in it."),
    ] + evidence + [customerByName])

  static let statedRecord = question([
    .always("experiment", text(to: Limits.value)), .always("variant", text(to: Limits.value)),
    .maybe("phase", integer(from: 1, to: .max), "The present one without it."),
    .maybe("unit", text, "The id it was drawn with; the visitor's own without it."),
    .maybe("at", moment),
  ])

  static let explanation = object([
    .always(
      "decision",
      object([
        .always("placement", text), .always("paywall", text.orNull), .always("reason", reason),
        .maybe("rule", integer(from: 1)), .maybe("experiment", ref(.enrolment)),
        .maybe("notEnrolled", words(of: NotEnrolled.self)), .maybe("heldOutOf", heldOutOf),
        .maybe("validUntil", moment), .maybe("degraded", constant(true)),
      ])),
    .always("steps", list(of: ref(.explainedStep)), "The steps that were taken, in order."),
    .maybe("whyNot", ref(.whyNot)), ignored,
  ])

  static let explainedStep = object([
    .always("step", words(of: ExplainedStep.Step.self)),
    .always("findings", list(of: ref(.finding))),
  ])

  static let finding = object([
    .maybe("known", boolean, "True if the configuration has the placement."),
    .maybe("experiment", text), .maybe("variant", text), .maybe("phase", integer(from: 1)),
    .maybe("unit", text), .maybe("recordedAt", moment),
    .maybe("stage", words(of: Stage.self)),
    .maybe("verdict", words(verdicts)),
    .maybe("rule", integer(from: 1)), .maybe("from", moment), .maybe("until", moment),
    .maybe("open", boolean, "True if the rule's window is open."), .maybe("matches", boolean),
    .maybe("audience", ref(.conditionTrace)),
    .maybe("buckets", list(of: ref(.draw))),
    .maybe("paywall", text.orNull),
  ]).described("Something that a step looked at: a record, an experiment, a rule, what is shown.")

  static let conditionTrace: Schema = object([
    .always("condition", text, "In words."), .maybe("saw", text, "The value that a test saw."),
    .always("result", words(of: Truth.self)), .maybe("parts", list(of: ref(.conditionTrace))),
  ])

  static let draw = object([
    .always("purpose", words(of: Draw.Purpose.self)), .always("seed", text),
    .always("unit", text),
    .always("bucket", integer(from: 0, to: 9999), "One of 10,000 buckets, from 0."),
    .always(
      "ranges",
      list(
        of: object([
          .maybe("variant", text), .always("open", range, "The part that takes visitors."),
          .maybe("full", range, "The whole range, where it is larger."),
        ]))),
    .maybe("hit", integer(from: 0), "The index of the range that holds the bucket."),
  ])

  static let whyNot = object([
    .always("experiment", text), .always("placement", text), .always("cause", text),
    .always("text", text, "The cause, in a sentence."), .maybe("variant", text),
    .maybe("recorded", boolean), .maybe("stage", words(of: Stage.self)),
    .maybe("start", moment), .maybe("end", moment), .maybe("behind", ref(.enrolment)),
    .maybe(
      "failed",
      list(
        of: object([
          .always("condition", text), .maybe("attribute", text), .maybe("saw", text),
          .always("result", words(of: Truth.self)),
        ]))),
    .maybe("bucket", ref(.draw)),
  ])

  /// Buckets, half-open.
  private static let range = list(of: integer(from: 0, to: 10_000), atMost: 2)

  private static let verdicts: [String] = {
    var seen: Set<String> = []
    return
      (ForcedVerdict.allCases.map(\.rawValue) + RecordVerdict.allCases.map(\.rawValue)
      + ExperimentVerdict.allCases.map(\.rawValue)).filter { seen.insert($0).inserted }
  }()
}
