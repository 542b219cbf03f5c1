import ExperimentResults
import Testing

struct ChiSquareTests {
  /// The regularised upper incomplete gamma function Q(df/2, x/2) to 60 digits (mpmath 1.3.0).
  @Test(arguments: [
    (1e-9, 1, 0.99997476867478400362), (0.008, 1, 0.92873007456480262279),
    (0.5, 1, 0.47950012218695346232), (3.841458820694124, 1, 0.050000000000000057435),
    (40, 1, 2.5396285894708649707e-10), (1400, 1, 2.101014516264217495e-306),
    (5.991464547107979, 2, 0.050000000000000073572), (700, 2, 9.9295903962649792963e-153),
    (7.5, 3, 0.057558451972636406967), (60, 3, 5.878230727906912341e-13),
    (0.001, 4, 0.99999987504165885521), (2.1, 5, 0.83514230064163387543),
    (300, 7, 6.04964185655631953e-61), (18.307038053275146, 10, 0.050000000000000006706),
    (10_000, 9_999, 0.49529839453868350252), (11_000, 9_999, 3.4463742421246304301e-12),
  ])
  func `the share above is exact, also where it is next to nothing`(
    x: Double, freedom: Int, share: Double
  ) {
    #expect(isClose(ChiSquareDistribution.survival(x, degreesOfFreedom: freedom), share, 1e-11))
  }

  @Test func `at and below nothing is everything, at infinity nothing`() {
    #expect(ChiSquareDistribution.survival(0, degreesOfFreedom: 3) == 1)
    #expect(ChiSquareDistribution.survival(-1, degreesOfFreedom: 3) == 1)
    #expect(ChiSquareDistribution.survival(5, degreesOfFreedom: 0) == 1)
    #expect(ChiSquareDistribution.survival(.infinity, degreesOfFreedom: 3) == 0)
    #expect(ChiSquareDistribution.survival(.nan, degreesOfFreedom: 3) == 1)
  }

  @Test func `the share above falls with the value and grows with the degrees of freedom`() {
    for freedom in 1...40 {
      var last = 1.0
      for step in 1...200 {
        let x = Double(step) / 2
        let share = ChiSquareDistribution.survival(x, degreesOfFreedom: freedom)
        #expect(share <= last + 1e-13)
        #expect(share <= ChiSquareDistribution.survival(x, degreesOfFreedom: freedom + 1) + 1e-13)
        last = share
      }
    }
  }
}
