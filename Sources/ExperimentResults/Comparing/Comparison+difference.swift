extension Comparison {
  package var units: Int { control.units + variant.units }

  /// The difference, of arms without variance too (`pooled`).
  package var difference: Effect? { absolute ?? pooled }

  /// Whether the lift says something: the control's value is at least three standard errors from 0. A
  /// quotient by what may be 0 has no bounded interval (Fieller 1954); then the difference decides alone.
  package var isLiftDefined: Bool {
    guard relative != nil, control.units > 0 else { return false }
    return abs(control.value) >= 3 * (control.variance / Double(control.units)).squareRoot()
  }

  /// 1 or −1 if 0 is left out by the difference and, where it is defined, by the lift. The lift alone
  /// calls few buyers worse too often: it divides by a control that chance has made large.
  package func sign(_ interval: KeyPath<Effect, Interval>) -> Double? {
    let effects = isLiftDefined ? [relative, absolute] : [difference]
    let intervals = effects.compactMap { $0?[keyPath: interval] }
    guard intervals.count == effects.count else { return nil }
    if intervals.allSatisfy(\.isAboveZero) { return 1 }
    return intervals.allSatisfy(\.isBelowZero) ? -1 : nil
  }

  /// The squared standard errors of both values. An arm of which all persons are alike, such as one
  /// without a single refund, takes the other's variance. `nil` if both are.
  var errorsOfOthers: (control: Double, variant: Double)? {
    guard control.denominators > 0, variant.denominators > 0 else { return nil }
    let (a, b) = (max(control.variance, 0), max(variant.variance, 0))
    guard a > 0 || b > 0 else { return nil }
    return (
      a > 0 ? a / Double(control.units) : variant.variancePerDenominator / control.denominators,
      b > 0 ? b / Double(variant.units) : control.variancePerDenominator / variant.denominators
    )
  }

  /// The chance that the variant is better. With few buyers the lift is too sure of a loss and the
  /// difference of a gain: the less sure one counts.
  package var chanceToWin: Double? {
    let chances = [relative, difference].compactMap { $0?.posterior.chanceToWin }
    return chances.min { abs($0 - 0.5) < abs($1 - 0.5) }
  }
}
