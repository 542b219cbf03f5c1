import ExperimentResults
import Testing

/// Values of printed tables.
@Test(arguments: [(0.0, 0.5), (1.959963984540054, 0.975), (-1.6448536269514722, 0.05)])
func `the normal distribution has its published values`(z: Double, share: Double) {
  #expect(abs(NormalDistribution.cumulative(z) - share) < 1e-12)
}
