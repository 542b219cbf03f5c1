import ExperimentResults
import TestSupport
import Testing

@Suite("sums of an arm")
struct MomentsTests {
  /// NumAcc4 of NIST's reference data (StRD), times 10: the mean is 100000002 and the deviation 1.
  /// Sums of squares that are subtracted as floating-point numbers give another variance.
  @Test func `a small variance of large values keeps its digits`() {
    var moments = Moments()
    moments.add(100_000_002)
    for index in 0..<1000 { moments.add(index % 2 == 0 ? 100_000_001 : 100_000_003) }
    #expect(moments.mean == 100_000_002)
    #expect(isClose(moments.variance, 1, 1e-15))
    var large = Moments()
    for index in 0..<1000 { large.add(100_000_000_000_000_000 + Int64(index % 2)) }
    #expect(isClose(large.variance, 250.0 / 999, 1e-15))
  }

  @Test func `sums do not depend on how persons are grouped`() {
    var numbers = SplitMix(state: 4)
    var parts = [Moments(), Moments(), Moments()]
    var whole = Moments()
    for index in 0..<300 {
      let value = Int64(numbers.below(10_000_000)) - 1_000_000
      let (below, before) = (Int64(numbers.below(5)), Int64(numbers.below(900_000)))
      parts[index % 3].add(value, per: below, covariate: before)
      whole.add(value, per: below, covariate: before)
    }
    #expect(parts[0] + parts[1] + parts[2] == whole)
    #expect(parts[2] + (parts[1] + parts[0]) == whole)
  }

  /// (1, 2), (3, 4), (5, 9): cov = ((−2)(−3) + 0 + 2 · 4) / 2 = 7.
  @Test func `covariances are those of the sample`() {
    var moments = Moments()
    for (value, other) in [(1, 2), (3, 4), (5, 9)] as [(Int64, Int64)] {
      moments.add(value, per: other, covariate: -other)
    }
    #expect(moments.variance == 4)
    #expect(moments.ratioCovariance == 7)
    #expect(moments.covariateCovariance == -7)
    #expect(moments.denominatorVariance == 13)
    #expect(moments.covariateMean == -5)
  }

  @Test func `no price overflows`() {
    var moments = Moments()
    for _ in 0..<5 { moments.add(.max, per: .min, covariate: .max) }
    #expect(moments.squares == .max)
    #expect(moments.ratioProducts == .min)
    #expect(moments.variance.isFinite)
    #expect(Moments().variance == 0)
    #expect(Moments().mean == 0)
  }

  @Test func `a person without the value may have the others`() {
    var moments = Moments()
    moments.add(0)
    moments.add(0, per: 3)
    moments.add(0, covariate: 4)
    #expect(
      moments
        == Moments(
          units: 3, denominatorSum: 3, denominatorSquares: 9, covariateSum: 4,
          covariateSquares: 16))
  }

  @Test func `a proportion has squares of its own`() {
    var counted = Moments()
    for index in 0..<10 { counted.add(index < 3 ? 1 : 0) }
    #expect(counted == Moments(units: 10, successes: 3))
  }
}
