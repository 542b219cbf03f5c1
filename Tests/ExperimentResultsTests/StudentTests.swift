import ExperimentResults
import Testing

@Suite("Student's t distribution")
struct StudentTests {
  /// Regularized incomplete beta function to 40 digits (mpmath 1.3.0).
  @Test(arguments: [
    (0.1, 1.5, 0.46602072674348131), (2, 1.5, 0.11209416517802553),
    (1.8608, 17.776, 0.039698289069889906), (0.5, 250.3, 0.3087571795548763),
    (3.2, 250.3, 0.00077588084422709521), (12, 250.3, 8.2544773664380057e-27),
    (1.96, 12345.6, 0.025009125762150266), (0.01, 12345.6, 0.49601072447491808),
    (30, 12345.6, 3.1717830891911933e-191), (2.5, 1e7, 0.0062096732682892351),
    (1, 0.7, 0.27519333625998568), (2.5, 100_001, 0.0062104595883367032),
    (7, 100_001, 1.2878277535314325e-12), (0.3, 200_000.5, 0.38208873370282278),
    (15, 1e6, 3.7181323836051928e-51),
  ])
  func `the tail is exact to eleven digits`(t: Double, freedom: Double, share: Double) {
    #expect(isClose(StudentDistribution.survival(t, degreesOfFreedom: freedom), share, 1e-11))
    #expect(
      isClose(StudentDistribution.survival(-t, degreesOfFreedom: freedom), 1 - share, 1e-12))
  }

  /// The tables of t for 1, 2, 5 and 30 degrees of freedom, the others by mpmath.
  @Test(arguments: [
    (0.025, 1, 12.706204736174705), (0.025, 2, 4.302652729749464),
    (0.025, 5, 2.570581835636314), (0.025, 30, 2.042272456301238),
    (0.025, 250.3, 1.9694869113885764), (0.005, 12345.6, 2.576227604425214),
    (0.0001, 1e7, 3.7190178643822499),
  ])
  func `quantiles have their published values`(share: Double, freedom: Double, t: Double) {
    #expect(
      isClose(StudentDistribution.upperQuantile(share, degreesOfFreedom: freedom), t, 1e-11))
    #expect(
      isClose(StudentDistribution.upperQuantile(1 - share, degreesOfFreedom: freedom), -t, 1e-9))
  }

  @Test func `without an end of the degrees of freedom it is the normal distribution`() {
    let t = StudentDistribution.upperQuantile(0.025, degreesOfFreedom: .infinity)
    #expect(isClose(t, -NormalDistribution.quantile(0.025), 1e-15))
    #expect(StudentDistribution.survival(0, degreesOfFreedom: 3) == 0.5)
    #expect(StudentDistribution.survival(.infinity, degreesOfFreedom: 3) == 0)
    #expect(StudentDistribution.upperQuantile(0, degreesOfFreedom: 3) == .infinity)
    #expect(StudentDistribution.upperQuantile(0.5, degreesOfFreedom: 3) == 0)
  }
}
