package import ExperimentResults
import PaywallCatalog

/// A question about the length of an experiment.
package struct LiftQuestion: Hashable, Sendable {
  /// The share of visitors who convert today, 0…1.
  package var baseline: Double
  /// The relative lift to detect: 0.1 is from 4 % to 4.4 %.
  package var lift: Double
  /// Visitors a day at the placements who match the audience; `nil` if unknown.
  package var perDay: Double?
  package var power = 0.8
  package var alpha = 0.05
  /// The amounts of a goal of money; `nil` for a goal of shares.
  package var amounts: Amounts?
  /// The days from an exposure until the goal is decided.
  package var window = 0

  /// The amounts that the payers of a goal of money pay.
  package enum Amounts: Hashable, Sendable {
    case known(PayerAmounts)
    case unknown
  }

  package init(baseline: Double, lift: Double, perDay: Double? = nil) {
    self.baseline = baseline
    self.lift = lift
    self.perDay = perDay
  }
}

/// How long an experiment takes to answer a question.
package struct LiftAnswer: Hashable, Sendable {
  package var question: LiftQuestion
  /// Visitors to enrol in all variants together, for the variant that needs most.
  package var neededEnrolled: Estimate
  /// Visitors in the audience, of whom that many are enrolled.
  package var neededVisitors: Estimate
  /// Whole weeks, in days; `nil` without visitors a day.
  package var days: Int?
  /// The smallest lift that the enrolled visitors of the simulation can detect.
  package var minimumLift: Estimate
  /// The power of other lifts with the visitors who are needed.
  package var curve: [PowerPoint] = []
  /// The power by weeks of enrolment; empty without visitors a day.
  package var weeks: [Week] = []
}

extension Simulation {
  /// Computed from the open widths and the enrolment rate, not from the counts of this draw.
  package func answer(_ question: LiftQuestion) -> LiftAnswer {
    let plans = plans(for: question)
    let isUnknown = question.amounts == .unknown
    let needed: Estimate =
      isUnknown
      ? .unknown(.unknownAmounts) : Self.worst(plans.map { $0.visitors(lift: question.lift) })
    let least: Estimate =
      isUnknown
      ? .unknown(.unknownAmounts)
      : Self.worst(plans.map { $0.minimumLift(visitors: Double(enrolled)) })
    // By day, because the share of the last day is not the one of the first.
    let length = question.perDay.flatMap { perDay in
      needed.value.flatMap { enrolled in
        growth.map { $0.days(for: enrolled, perDay: perDay) }
          ?? (perDay * enrolmentRate > 0 ? enrolled / (perDay * enrolmentRate) : nil)
      }
    }
    let days = length.flatMap { Runtime.days(for: $0, perDay: 1) }
    let visitors: Estimate =
      if growth != nil, let length, let perDay = question.perDay {
        .known((length * perDay).rounded(.up))
      } else if enrolmentRate > 0 {
        needed.map { ($0 / enrolmentRate).rounded(.up) }
      } else {
        .unknown(.noVisitors)
      }
    return LiftAnswer(
      question: question, neededEnrolled: needed, neededVisitors: visitors, days: days,
      minimumLift: least, curve: curve(question, plans, enrolled: needed),
      weeks: weeks(question, plans, needing: days))
  }

  /// Returns the plans of each variant against the control.
  private func plans(for question: LiftQuestion) -> [PowerPlan] {
    let width = Double(arms.reduce(0) { $0 + $1.openWidth })
    guard let control = arms.first(where: { $0.variant == Experiment.control }), width > 0 else {
      return []
    }
    let variants = arms.filter { $0.variant != Experiment.control }
    return variants.map {
      var plan = PowerPlan(
        question.perVisitor, controlShare: Double(control.openWidth) / width,
        variantShare: Double($0.openWidth) / width, alpha: question.alpha, power: question.power)
      // The verdict counts comparisons in the same way (Verdicts.md § 12).
      plan.comparisons = variants.count
      return plan
    }
  }

  /// The largest, or the first unknown one.
  static func worst(_ estimates: [Estimate]) -> Estimate {
    guard var worst = estimates.first else { return .unknown(.invalidDesign) }
    for estimate in estimates.dropFirst() {
      guard let old = worst.value else { return worst }
      guard let new = estimate.value else { return estimate }
      if new > old { worst = estimate }
    }
    return worst
  }
}

extension LiftQuestion {
  /// The goal per visitor. Money is in units of what a payer pays on average.
  fileprivate var perVisitor: Baseline {
    guard case .known(let amounts)? = amounts, (0...1).contains(baseline) else {
      return Baseline(proportion: baseline)
    }
    return Baseline(
      mean: baseline, variance: baseline * amounts.spread - baseline * baseline)
  }
}

extension Estimate.Gap {
  /// Why there is no number, for people, with what to do.
  var sentence: String {
    switch self {
    case .zeroBaseline: "a baseline of 0% has no relative lift; give the share of today"
    case .noVariance: "a baseline of 100% cannot grow; give the share of today"
    case .invalidBaseline: "the baseline has to be between 0% and 100%"
    case .noLift: "a lift of 0% cannot be found; give the growth that would matter"
    case .impossibleLift: "this lift takes the share below 0% or above 100%"
    case .unknownAmounts:
      "how much money differs between payers is not known; give --prices 4.99,29.99,59.99"
    case .noVisitors: "no visitor is enrolled"
    case .tooFewVisitors: "so few visitors find no lift at all"
    case .invalidDesign: "there is no control, or a variant enrols no visitors"
    }
  }
}
