import SystemLibrary

/// Student's t distribution; the degrees of freedom need not be whole.
package enum StudentDistribution {
  /// The share of values above `t`. By itself in the tail, never 1 − the rest.
  package static func survival(_ t: Double, degreesOfFreedom freedom: Double) -> Double {
    guard freedom > 0, !t.isNaN else { return .nan }
    guard freedom.isFinite else { return NormalDistribution.survival(t) }
    if t < 0 { return 1 - survival(-t, degreesOfFreedom: freedom) }
    let square = t * t
    guard square.isFinite else { return 0 }
    if freedom > manyDegrees { return NormalDistribution.survival(normal(t, freedom)) }
    // I_x(ν/2, 1/2) / 2 with x = ν / (ν + t²) (Abramowitz and Stegun 26.7.1).
    let (a, x) = (freedom / 2, freedom / (freedom + square))
    let rest = square / (freedom + square)
    let front = exp(-a * log1p(square / freedom)) * rest.squareRoot() * inverseBeta(a)
    if x < (a + 1) / (a + 2.5) { return front * fraction(a, 0.5, x) / a / 2 }
    return 0.5 - front * fraction(0.5, a, rest)
  }

  /// Above, 1 − x has too few digits for the fraction.
  private static let manyDegrees = 1e5

  /// The z with the same tail, to ν⁻⁴ (Hill, CACM Algorithm 395); of ln(1 + t²/ν), so that it holds far
  /// out too.
  private static func normal(_ t: Double, _ freedom: Double) -> Double {
    let a = freedom - 0.5
    let b = 48 * a * a
    let square = a * log1p(t * t / freedom)
    let terms = 855 + square * (240 + square * (33 + square * 4))
    return square.squareRoot()
      * (1 + (square + 3) / b - terms / (10 * b * (b + 0.8 * square * square + 100)))
  }

  /// The value above which a share of the values lies: the root of `survival`, by Newton's method
  /// within bounds that close in.
  package static func upperQuantile(_ share: Double, degreesOfFreedom freedom: Double) -> Double {
    guard share > 0 else { return .infinity }
    guard share < 1 else { return -.infinity }
    if share > 0.5 { return -upperQuantile(1 - share, degreesOfFreedom: freedom) }
    if share == 0.5 { return 0 }
    let z = -NormalDistribution.quantile(share)
    guard freedom.isFinite else { return z }
    // The first term of the expansion about the normal quantile (26.7.5).
    var (low, high) = (0.0, Double.infinity)
    var t = z + z * (z * z + 1) / (4 * freedom)
    for _ in 0..<200 {
      let excess = survival(t, degreesOfFreedom: freedom) - share
      if excess > 0 { low = t } else { high = t }
      let slope = density(t, degreesOfFreedom: freedom)
      var next = slope > 0 ? t + excess / slope : .infinity
      if !(next > low && next < high) { next = high.isFinite ? (low + high) / 2 : 2 * t + 1 }
      if abs(next - t) <= abs(t) * 1e-15 { return next }
      t = next
    }
    return t
  }

  package static func density(_ t: Double, degreesOfFreedom freedom: Double) -> Double {
    exp(-(freedom + 1) / 2 * log1p(t * t / freedom)) * inverseBeta(freedom / 2)
      / freedom.squareRoot()
  }

  /// 1 / B(a, 1/2) = Γ(a + 1/2) / (Γ(a) √π). The difference of two logarithms of Γ would lose nine
  /// digits at 10⁶ degrees of freedom; the quotient has an expansion of its own.
  private static func inverseBeta(_ a: Double) -> Double {
    var (shifted, factor) = (a, 1.0)
    while shifted < 24 {
      factor *= shifted / (shifted + 0.5)
      shifted += 1
    }
    let inverse = 1 / shifted
    let square = inverse * inverse
    // ln Γ(a + 1/2) − ln Γ(a) − ln √a, from the series of Stirling at both.
    let terms = -31.0 / 18432
    let series =
      inverse
      * (-1.0 / 8 + square
        * (1.0 / 192 + square * (-1.0 / 640 + square * (17.0 / 14336 + square * terms))))
    return factor * shifted.squareRoot() * exp(series) / Double.pi.squareRoot()
  }

  /// The continued fraction of the incomplete beta function (26.5.8), by Lentz's method.
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    func safe(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / safe(1 - (a + b) * x / (a + 1))
    var product = d
    for index in 1...100_000 {
      let m = Double(index)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / safe(1 + even * d)
      c = safe(1 + even / c)
      product *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / safe(1 + odd * d)
      c = safe(1 + odd / c)
      product *= d * c
      if abs(d * c - 1) < 1e-16 { break }
    }
    return product
  }
}
