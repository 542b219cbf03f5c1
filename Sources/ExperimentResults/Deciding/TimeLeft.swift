/// How long until the smallest effect worth shipping would be found with the asked-for power.
package enum TimeLeft: Hashable, Sendable {
  /// Such an effect would have been found by now.
  case enough
  /// So many more persons whose window has closed, in both arms together, and the days that takes.
  case left(units: Int, days: Int)
  case unknown(Gap)

  /// The stable names.
  package enum Gap: String, CaseIterable, Sendable {
    /// There is no effect to plan with.
    case noComparison
    /// No persons are enrolled any more.
    case noTraffic
    /// More than 10⁸ times as many persons as there are.
    case outOfReach
  }
}

extension TimeLeft {
  /// - Parameter perDay: persons of both arms whose window closes in a day; as many as are enrolled in
  ///   a day, if enrolment is steady.
  package init(_ comparison: Comparison, _ goal: PowerGoal, perDay: Double) {
    guard comparison.relative != nil else {
      self = .unknown(.noComparison)
      return
    }
    guard let factor = goal.factor(for: comparison) else {
      self = .unknown(.outOfReach)
      return
    }
    guard factor > 0 else {
      self = .enough
      return
    }
    guard perDay > 0, perDay.isFinite else {
      self = .unknown(.noTraffic)
      return
    }
    let units = (Double(comparison.units) * factor).rounded(.up)
    let days = (units / perDay).rounded(.up)
    guard let units = Int(exactly: units), let days = Int(exactly: days) else {
      self = .unknown(.outOfReach)
      return
    }
    self = .left(units: units, days: days)
  }
}

extension Comparison {
  package var units: Int { control.units + variant.units }
}
