import ExperimentResults
import TestSupport
import Testing

struct NormalTests {
  /// Values of printed tables.
  @Test(arguments: [(0.0, 0.5), (1.959963984540054, 0.975), (-1.6448536269514722, 0.05)])
  func `the normal distribution has its published values`(z: Double, share: Double) {
    #expect(abs(NormalDistribution.cumulative(z) - share) < 1e-12)
    #expect(abs(NormalDistribution.survival(-z) - share) < 1e-12)
  }

  /// Roots of log Φ(z) = log p to 60 digits (mpmath 1.3.0, `findroot` over `erfc`).
  @Test(arguments: [
    (1e-300, -37.047096299361199237), (1e-100, -21.273453560965324294),
    (1e-16, -8.2220822161304356152), (1e-9, -5.9978070150076868614),
    (0.0005, -3.2905267314918947874), (0.01, -2.3263478740408410931),
    (0.025, -1.9599639845400542118), (0.1, -1.2815515655446004353),
    (0.3, -0.52440051270804081597), (0.4999, -0.00025066283008800749239),
  ])
  func `a quantile is right to the last digits, also far out`(share: Double, z: Double) {
    #expect(abs(NormalDistribution.quantile(share) - z) <= 2e-15 * max(1, abs(z)))
  }

  @Test func `quantiles mirror each other, and the outermost are infinite`() {
    for share in [0.001, 0.025, 0.2, 0.5] {
      let pair = (NormalDistribution.quantile(share), NormalDistribution.quantile(1 - share))
      #expect(abs(pair.0 + pair.1) < 1e-13)
    }
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
  }

  @Test func `a quantile takes back what the distribution gives`() {
    var numbers = SplitMix(state: 11)
    for _ in 0..<2_000 {
      let z = Double.random(in: -30...0, using: &numbers)
      let share = NormalDistribution.cumulative(z)
      #expect(isClose(NormalDistribution.quantile(share), z, 1e-13))
    }
  }
}
