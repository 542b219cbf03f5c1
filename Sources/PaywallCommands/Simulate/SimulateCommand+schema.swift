import ExperimentResults
import PaywallAPI
import PaywallCatalog

extension SimulateCommand: AnswersInJSON {
  static let answerSchema = Schema.object([
    .always("experiment", .text), .always("stage", .words(of: Stage.self)),
    .always("seed", .text), .always("seedIsStandIn", .boolean, "It has no seed of its own yet."),
    .always("visitors", .count, "Those who match the audience."),
    .always("outsideSlice", .count), .always("outsideTraffic", .count),
    .always("heldOut", .count), .always("enrolled", .count),
    .always("enrolmentRate", .rate),
    .always(
      "variants",
      .list(
        of: .object([
          .always("variant", .text), .always("openWidth", .count, "Buckets, of 10,000."),
          .always("visitors", .count),
        ]))),
    .always(
      "sampleRatio",
      .object([
        .always("statistic", .number), .always("degreesOfFreedom", .count), .always("p", .rate),
        .always("verdict", .words(of: SampleRatio.Verdict.self)),
      ])),
    .always(
      "overlaps",
      .list(
        of: .object([
          .always("experiment", .text), .always("stage", .words(of: Stage.self)),
          .always("shared", .count, "Visitors in both."),
          .maybe("placements", .list(of: .text), "Those that both are at."),
          .maybe("exclusive", .words(["layer", "audiences"]), "What keeps them apart."),
          .maybe("layer", .text),
        ]))),
    .maybe("layer", .text), .maybe("slice", .text, "`0%-40%`."),
    .maybe("growsTo", .share, "The last step of its traffic."),
    .maybe("lift", lift, "With --baseline and --lift."),
  ])

  private static let lift = Schema.object([
    .always("baseline", .rate), .always("lift", .number), .always("power", .rate),
    .always("alpha", .rate), .always("neededEnrolled", estimate),
    .always("neededVisitors", estimate), .maybe("perDay", .number), .maybe("days", .count),
    .maybe("decidedOnDay", .count, "The day on which the window of the last visitor closes."),
    .maybe(
      "spread", .number, "Of money: the mean square of what payers pay, over the squared mean."),
    .always("window", .count, "Days from an exposure until the goal is decided."),
    .always("minimumLift", estimate, "What these visitors could show."),
    .always(
      "curve",
      .list(of: .object([.always("lift", .number), .always("power", estimate)])),
      "The power of other lifts with the visitors who are needed."),
    .maybe(
      "weeks",
      .list(
        of: .object([
          .always("days", .count), .always("enrolled", .count), .always("power", estimate),
          .always("minimumLift", estimate),
        ])), "With --per-day."),
  ])

  private static let estimate = Schema.any([
    .number, .object([.always("unknown", .words(of: Estimate.Gap.self))]),
  ])
}

extension Schema {
  fileprivate static let number: Schema = ["type": "number"]
  /// From 0 to 1.
  fileprivate static let rate = number.with("minimum", 0).with("maximum", 1)
}
