import SystemLibrary

/// The standard normal distribution.
package enum NormalDistribution {
  /// The share of values below `z`, exact also in the tails.
  package static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The share of values above `z`: by itself, because 1 − `cumulative` is 0 from 8.3 on.
  package static func survival(_ z: Double) -> Double { cumulative(-z) }

  package static func density(_ z: Double) -> Double {
    exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }

  /// The value below which a share of the values lies; infinite for the shares 0 and 1.
  package static func quantile(_ share: Double) -> Double {
    guard share > 0 else { return -.infinity }
    guard share < 1 else { return .infinity }
    return share <= 0.5 ? lowerQuantile(share) : -lowerQuantile(1 - share)
  }

  /// For shares of at most one half. Begins with Abramowitz and Stegun 26.2.23 (error below
  /// 0.00045); a step of Halley's method cubes that, so that the second one reaches the last bit.
  private static func lowerQuantile(_ share: Double) -> Double {
    let t = (-2 * log(share)).squareRoot()
    let above = 2.515517 + t * (0.802853 + t * 0.010328)
    let below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    var z = above / below - t
    for _ in 0..<2 {
      let slope = density(z)
      guard slope > 0 else { return z }
      let step = (cumulative(z) - share) / slope
      z -= step / (1 + 0.5 * z * step)
    }
    return z
  }
}
