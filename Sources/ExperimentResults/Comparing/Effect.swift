/// The estimated effect of a variant and all that is said about its uncertainty.
package struct Effect: Hashable, Sendable {
  package var estimate: Double
  package var standardError: Double
  /// The degrees of freedom by Welch's approximation.
  package var degreesOfFreedom: Double
  /// Valid at one moment that was fixed before the start.
  package var fixed: Interval
  /// One-sided, at one moment: the effect is above its lower bound.
  package var fixedAtLeast: Interval
  /// One-sided, at one moment: the effect is below its upper bound.
  package var fixedAtMost: Interval
  /// Valid at every moment, however often it is looked at.
  package var sequential: Interval
  /// One-sided, at every moment: the effect is above its lower bound.
  package var sequentialAtLeast: Interval
  /// One-sided, at every moment: the effect is below its upper bound.
  package var sequentialAtMost: Interval
  /// The two-sided p value of `fixed`.
  package var p: Double
  /// The p value of `fixedAtLeast`, against an effect of at most 0.
  package var pAtMostZero: Double
  /// The p value of `fixedAtMost`, against an effect of at least 0.
  package var pAtLeastZero: Double
  /// The p value of `sequential`.
  package var sequentialP: Double
  /// The p value of `sequentialAtLeast`, against an effect of at most 0; within 10⁻⁵ … 0.4999.
  package var sequentialPAtMostZero: Double
  /// The p value of `sequentialAtMost`, against an effect of at least 0; within 10⁻⁵ … 0.4999.
  package var sequentialPAtLeastZero: Double
  package var posterior: Posterior
}

/// The belief about an effect after the data: a normal distribution.
package struct Posterior: Hashable, Sendable {
  package var mean: Double
  package var deviation: Double
  /// The probability that the variant is better, by the metric's direction.
  package var chanceToWin: Double
  /// The expected loss of shipping the variant: 0 where it is better, else how much worse it is.
  package var riskOfVariant: Double
  /// The expected loss of keeping the control.
  package var riskOfControl: Double
  /// The interval that holds the effect with the probability 1 − α.
  package var interval: Interval

  /// A point of the density to draw.
  package struct Point: Hashable, Sendable {
    package var effect: Double
    package var density: Double
  }

  /// The density at equally spaced effects within four deviations of the mean.
  package func density(points: Int = 81) -> [Point] {
    guard points > 1, deviation > 0, deviation.isFinite else { return [] }
    return (0..<points).map { index in
      let z = 8 * Double(index) / Double(points - 1) - 4
      return Point(
        effect: mean + z * deviation, density: NormalDistribution.density(z) / deviation)
    }
  }
}
