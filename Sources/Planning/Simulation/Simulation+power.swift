package import ExperimentResults
import PaywallCatalog

extension LiftAnswer {
  /// The chance to find another lift with the visitors who are needed.
  package struct PowerPoint: Hashable, Sendable {
    package var lift: Double
    package var power: Estimate
  }

  /// The power and the smallest lift to find after whole weeks of enrolment.
  package struct Week: Hashable, Sendable {
    /// Days since the start.
    package var days: Int
    package var enrolled: Int
    /// The power for the lift in question.
    package var power: Estimate
    package var minimumLift: Estimate
  }
}

extension Simulation {
  private static let multiples = [0.25, 0.5, 0.75, 1, 1.5, 2]
  private static let mostWeeks = 8

  /// The power of smaller and larger lifts; empty if the number of visitors is not known.
  func curve(_ question: LiftQuestion, _ plans: [PowerPlan], enrolled: Estimate)
    -> [LiftAnswer.PowerPoint]
  {
    guard let enrolled = enrolled.value else { return [] }
    return Self.multiples.map { multiple in
      let lift = question.lift * multiple
      return LiftAnswer.PowerPoint(
        lift: lift, power: Self.least(plans.map { $0.power(lift: lift, visitors: enrolled) }))
    }
  }

  /// Up to twice the weeks that are needed, in at most eight steps.
  func weeks(_ question: LiftQuestion, _ plans: [PowerPlan], needing days: Int?)
    -> [LiftAnswer.Week]
  {
    guard let perDay = question.perDay, let days, !plans.isEmpty else { return [] }
    let last = max(2, days / 7 * 2)
    let step = max(1, (last + Self.mostWeeks - 1) / Self.mostWeeks)
    return stride(from: step, through: last, by: step).map { week in
      let enrolled =
        growth?.enrolled(after: Double(week * 7), perDay: perDay)
        ?? perDay * enrolmentRate * Double(week * 7)
      return LiftAnswer.Week(
        days: week * 7, enrolled: Int(min(enrolled, 1e15)),
        power: Self.least(plans.map { $0.power(lift: question.lift, visitors: enrolled) }),
        minimumLift: Self.worst(plans.map { $0.minimumLift(visitors: enrolled) }))
    }
  }

  /// The smallest, or the first unknown one.
  private static func least(_ estimates: [Estimate]) -> Estimate {
    guard let worst = worst(estimates.map { $0.map { -$0 } }).value else {
      return worst(estimates)
    }
    return .known(-worst)
  }
}

extension Growth {
  /// The visitors who are enrolled in the days since the start.
  func enrolled(after days: Double, perDay: Double) -> Double {
    parts.enumerated().reduce(0) { sum, part in
      let from = Double(part.element.from.milliseconds - start.milliseconds)
      let next = part.offset + 1
      let until =
        next < parts.count
        ? Double(parts[next].from.milliseconds - start.milliseconds) : .infinity
      let day = 86_400_000.0
      let length = min(days, until / day) - from / day
      return sum + max(0, length) * perDay * part.element.enrolmentRate
    }
  }
}
