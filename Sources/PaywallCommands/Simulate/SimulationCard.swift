import CommandSupport
import ExperimentResults
import HTTPDocuments
import PaywallCatalog
import Planning

/// A simulation in the form that `paywall simulate --json` prints.
struct SimulationCard: Card {
  let simulation: Simulation
  let answer: LiftAnswer?

  static let members = Members<Self> {
    $0.always("experiment") { $0.simulation.experiment }
    $0.always("stage") { $0.simulation.stage }
    $0.always("seed") { $0.simulation.seed }
    $0.always("seedIsStandIn", "It has no seed of its own yet.") { $0.simulation.usesFallbackSeed }
    $0.always("visitors", "Those who match the audience.") { $0.simulation.visitors }
    $0.always("outsideSlice") { $0.simulation.outsideSlice }
    $0.always("outsideTraffic") { $0.simulation.outsideTraffic }
    $0.always("heldOut") { $0.simulation.heldOut }
    $0.always("enrolled") { $0.simulation.enrolled }
    $0.always("enrolmentRate", .rate) { $0.simulation.enrolmentRate }
    $0.always("variants") { $0.simulation.arms }
    $0.always("sampleRatio") { $0.simulation.sampleRatio }
    $0.always("overlaps") { $0.simulation.overlaps }
    $0.maybe("layer") { $0.simulation.layer }
    $0.maybe("slice", "`0%-40%`.") { card in
      card.simulation.layer.map { _ in card.simulation.slice.description }
    }
    $0.maybe("growsTo", .share, "The last step of its traffic.") {
      $0.simulation.growth?.parts.last?.share.description
    }
    $0.maybe("lift", "With --baseline and --lift.") { $0.answer }
  }
}

extension Simulation.Arm: Card {
  static let members = Members<Self> {
    $0.always("variant") { $0.variant }
    $0.always("openWidth", "Buckets, of 10,000.") { $0.openWidth }
    $0.always("visitors") { $0.visitors }
  }
}

extension SampleRatio: Card {
  static let members = Members<Self> {
    $0.always("statistic") { $0.statistic }
    $0.always("degreesOfFreedom") { $0.degreesOfFreedom }
    $0.always("p", .rate) { $0.p }
    $0.always("verdict") { $0.verdict }
  }
}

extension Simulation.Overlap: Card {
  static let members = Members<Self> {
    $0.always("experiment") { $0.experiment }
    $0.always("stage") { $0.stage }
    $0.always("shared", "Visitors in both.") { $0.shared }
    $0.maybe("placements", "Those that both are at.") {
      $0.placements.isEmpty ? nil : $0.placements
    }
    $0.maybe("exclusive", .words(["layer", "audiences"]), "What keeps them apart.") { overlap in
      overlap.exclusion.map { $0 == .audiences ? "audiences" : "layer" }
    }
    $0.maybe("layer") { if case .layer(let name)? = $0.exclusion { name } else { nil } }
  }
}

/// The visitors and days that a lift takes.
extension LiftAnswer: Card {
  static let members = Members<Self> {
    $0.always("baseline", .rate) { $0.question.baseline }
    $0.always("lift") { $0.question.lift }
    $0.always("power", .rate) { $0.question.power }
    $0.always("alpha", .rate) { $0.question.alpha }
    $0.always("neededEnrolled") { $0.neededEnrolled }
    $0.always("neededVisitors") { $0.neededVisitors }
    $0.maybe("perDay") { $0.question.perDay }
    $0.maybe("days") { $0.days }
    $0.maybe("decidedOnDay", "The day on which the window of the last visitor closes.") { answer in
      answer.days.map { $0 + answer.question.window }
    }
    $0.maybe("spread", "Of money: the mean square of what payers pay, over the squared mean.") {
      if case .known(let amounts)? = $0.question.amounts { amounts.spread } else { nil }
    }
    $0.always("window", "Days from an exposure until the goal is decided.") { $0.question.window }
    $0.always("minimumLift", "What these visitors could show.") { $0.minimumLift }
    $0.always("curve", "The power of other lifts with the visitors who are needed.") { $0.curve }
    $0.maybe("weeks", "With --per-day.") { $0.weeks.isEmpty ? nil : $0.weeks }
  }
}

extension LiftAnswer.PowerPoint: Card {
  static let members = Members<Self> {
    $0.always("lift") { $0.lift }
    $0.always("power") { $0.power }
  }
}

extension LiftAnswer.Week: Card {
  static let members = Members<Self> {
    $0.always("days") { $0.days }
    $0.always("enrolled") { $0.enrolled }
    $0.always("power") { $0.power }
    $0.always("minimumLift") { $0.minimumLift }
  }
}

/// A number, or the reason that there is none: `{"unknown":"noLift"}`.
extension Estimate: ContentConvertible {
  static let schema: Schema = .any([
    Double.schema, .object([.always("unknown", .words(of: Gap.self))]),
  ])

  var content: Content {
    switch self {
    case .known(let value): value.content
    case .unknown(let gap): .object([Content.Member("unknown", .text(gap.rawValue))])
    }
  }
}

extension Schema {
  /// A rate from 0 to 1.
  fileprivate static let rate = Double.schema.with("minimum", 0).with("maximum", 1)
}
