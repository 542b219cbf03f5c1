import CommandSupport
import ExperimentResults
import HTTPDocuments
import PaywallCatalog
import Planning

/// A simulation as `paywall simulate --json` prints it.
struct SimulationCard: Card {
  let simulation: Simulation
  let answer: LiftAnswer?

  static let members = Members<Self> {
    $0.always("experiment", .text) { $0.simulation.experiment }
    $0.always("stage", .words(of: Stage.self)) { $0.simulation.stage.rawValue }
    $0.always("seed", .text) { $0.simulation.seed }
    $0.always("seedIsStandIn", .boolean, "It has no seed of its own yet.") {
      $0.simulation.usesFallbackSeed
    }
    $0.always("visitors", .count, "Those who match the audience.") { $0.simulation.visitors }
    $0.always("outsideSlice", .count) { $0.simulation.outsideSlice }
    $0.always("outsideTraffic", .count) { $0.simulation.outsideTraffic }
    $0.always("heldOut", .count) { $0.simulation.heldOut }
    $0.always("enrolled", .count) { $0.simulation.enrolled }
    $0.always("enrolmentRate", .rate) { $0.simulation.enrolmentRate }
    $0.always("variants", .list(of: ArmCard.schema)) { $0.simulation.arms.map(ArmCard.init) }
    $0.always("sampleRatio", SampleRatioCard.schema) {
      SampleRatioCard(ratio: $0.simulation.sampleRatio)
    }
    $0.always("overlaps", .list(of: OverlapCard.schema)) {
      $0.simulation.overlaps.map(OverlapCard.init)
    }
    $0.maybe("layer", .text) { $0.simulation.layer }
    $0.maybe("slice", .text, "`0%-40%`.") { card in
      card.simulation.layer.map { _ in card.simulation.slice.description }
    }
    $0.maybe("growsTo", .share, "The last step of its traffic.") {
      $0.simulation.growth?.parts.last?.share.description
    }
    $0.maybe("lift", LiftCard.schema, "With --baseline and --lift.") {
      $0.answer.map(LiftCard.init)
    }
  }

  struct ArmCard: Card {
    let arm: Simulation.Arm

    static let members = Members<Self> {
      $0.always("variant", .text) { $0.arm.variant }
      $0.always("openWidth", .count, "Buckets, of 10,000.") { $0.arm.openWidth }
      $0.always("visitors", .count) { $0.arm.visitors }
    }
  }

  struct SampleRatioCard: Card {
    let ratio: SampleRatio

    static let members = Members<Self> {
      $0.always("statistic", .number) { $0.ratio.statistic }
      $0.always("degreesOfFreedom", .count) { $0.ratio.degreesOfFreedom }
      $0.always("p", .rate) { $0.ratio.p }
      $0.always("verdict", .words(of: SampleRatio.Verdict.self)) { $0.ratio.verdict.rawValue }
    }
  }

  struct OverlapCard: Card {
    let overlap: Simulation.Overlap

    static let members = Members<Self> {
      $0.always("experiment", .text) { $0.overlap.experiment }
      $0.always("stage", .words(of: Stage.self)) { $0.overlap.stage.rawValue }
      $0.always("shared", .count, "Visitors in both.") { $0.overlap.shared }
      $0.maybe("placements", .list(of: .text), "Those that both are at.") {
        $0.overlap.placements.isEmpty ? nil : $0.overlap.placements
      }
      $0.maybe("exclusive", .words(["layer", "audiences"]), "What keeps them apart.") { card in
        card.overlap.exclusion.map { $0 == .audiences ? "audiences" : "layer" }
      }
      $0.maybe("layer", .text) { card -> String? in
        if case .layer(let name)? = card.overlap.exclusion { name } else { nil }
      }
    }
  }
}

/// How many visitors and days a lift takes.
struct LiftCard: Card {
  let answer: LiftAnswer

  static let members = Members<Self> {
    $0.always("baseline", .rate) { $0.answer.question.baseline }
    $0.always("lift", .number) { $0.answer.question.lift }
    $0.always("power", .rate) { $0.answer.question.power }
    $0.always("alpha", .rate) { $0.answer.question.alpha }
    $0.always("neededEnrolled", EstimateCard.schema) { EstimateCard($0.answer.neededEnrolled) }
    $0.always("neededVisitors", EstimateCard.schema) { EstimateCard($0.answer.neededVisitors) }
    $0.maybe("perDay", .number) { $0.answer.question.perDay }
    $0.maybe("days", .count) { $0.answer.days }
    $0.maybe(
      "decidedOnDay", .count, "The day on which the window of the last visitor closes."
    ) { card in card.answer.days.map { $0 + card.answer.question.window } }
    $0.maybe(
      "spread", .number, "Of money: the mean square of what payers pay, over the squared mean."
    ) { card -> Double? in
      if case .known(let amounts)? = card.answer.question.amounts { amounts.spread } else { nil }
    }
    $0.always("window", .count, "Days from an exposure until the goal is decided.") {
      $0.answer.question.window
    }
    $0.always("minimumLift", EstimateCard.schema, "What these visitors could show.") {
      EstimateCard($0.answer.minimumLift)
    }
    $0.always(
      "curve", .list(of: PointCard.schema),
      "The power of other lifts with the visitors who are needed."
    ) { $0.answer.curve.map(PointCard.init) }
    $0.maybe("weeks", .list(of: WeekCard.schema), "With --per-day.") {
      $0.answer.weeks.isEmpty ? nil : $0.answer.weeks.map(WeekCard.init)
    }
  }

  struct PointCard: Card {
    let point: LiftAnswer.PowerPoint

    static let members = Members<Self> {
      $0.always("lift", .number) { $0.point.lift }
      $0.always("power", EstimateCard.schema) { EstimateCard($0.point.power) }
    }
  }

  struct WeekCard: Card {
    let week: LiftAnswer.Week

    static let members = Members<Self> {
      $0.always("days", .count) { $0.week.days }
      $0.always("enrolled", .count) { $0.week.enrolled }
      $0.always("power", EstimateCard.schema) { EstimateCard($0.week.power) }
      $0.always("minimumLift", EstimateCard.schema) { EstimateCard($0.week.minimumLift) }
    }
  }
}

/// A number, or why there is none: `{"unknown":"noLift"}`.
struct EstimateCard: ContentConvertible {
  private let estimate: Estimate

  init(_ estimate: Estimate) { self.estimate = estimate }

  static let schema: Schema = .any([
    .number, .object([.always("unknown", .words(of: Estimate.Gap.self))]),
  ])

  var content: Content {
    switch estimate {
    case .known(let value): value.content
    case .unknown(let gap): .object([Content.Member("unknown", .text(gap.rawValue))])
    }
  }
}

extension Schema {
  fileprivate static let number: Schema = ["type": "number"]
  /// From 0 to 1.
  fileprivate static let rate = number.with("minimum", 0).with("maximum", 1)
}
