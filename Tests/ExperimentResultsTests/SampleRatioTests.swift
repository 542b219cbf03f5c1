import ExperimentResults
import TestSupport
import Testing

struct SampleRatioTests {
  /// The first two from Lukas Vermeer's FAQ on sample-ratio mismatch, the third from Kohavi, Tang and
  /// Xu, the others by `scipy.stats.chisquare` 1.17.1.
  @Test(arguments: [
    ([502, 498], [1, 1], 0.016, 0.8993431885613663, SampleRatio.Verdict.balanced),
    ([600, 400], [1, 1], 40, 2.5396285894708634e-10, .mismatch),
    ([821_588, 815_482], [5_000, 5_000], 22.77436884189436, 1.8217928726191858e-06, .mismatch),
    ([1_000, 1_100], [2_500, 2_500], 4.761904761904762, 0.029096331741252267, .balanced),
    ([10, 30, 60], [15, 25, 60], 2.666666666666667, 0.2635971381157267, .balanced),
    ([5_000, 3_000, 2_100], [50, 30, 20], 3.9603960396039604, 0.13804189957465682, .balanced),
  ])
  func `a sample ratio has its published values`(
    observed: [Int], widths: [Int], statistic: Double, p: Double, verdict: SampleRatio.Verdict
  ) {
    let ratio = SampleRatio.check(observed: observed, expected: widths)
    #expect(isClose(ratio.statistic, statistic, 1e-12))
    #expect(isClose(ratio.p, p, 1e-12))
    #expect(ratio.degreesOfFreedom == observed.count - 1)
    #expect(ratio.verdict == verdict)
  }

  @Test func `a variant without a width counts for nothing`() {
    let two = SampleRatio.check(observed: [502, 498], expected: [1, 1])
    let three = SampleRatio.check(observed: [502, 0, 498], expected: [1, 0, 1])
    #expect(two == three)
    #expect(three.degreesOfFreedom == 1)
  }

  @Test func `each variant has to expect eight visitors before anything is said`() {
    let few = SampleRatio.check(observed: [15, 0], expected: [1, 1])
    #expect(few.verdict == .tooFewVisitors)
    // By hand: (16 − 8)² / 8 + (0 − 8)² / 8 = 16.
    let enough = SampleRatio.check(observed: [16, 0], expected: [1, 1])
    #expect(enough.statistic == 16)
    #expect(enough.verdict == .mismatch)
    #expect(SampleRatio.check(observed: [0, 0], expected: [1, 1]).verdict == .tooFewVisitors)
    #expect(SampleRatio.check(observed: [0, 0], expected: [1, 1]).p == 1)
  }

  @Test(
    arguments: [
      ([], []), ([5], [1]), ([5, 5], [1, 0]), ([5, 5], [1]), ([5, 5], [1, 1, 1]),
      ([-5, 500], [1, 1]),
    ] as [([Int], [Int])])
  func `what cannot be compared is neutral`(observed: [Int], widths: [Int]) {
    let ratio = SampleRatio.check(observed: observed, expected: widths)
    #expect(ratio.verdict == .nothingToCompare)
    #expect(ratio.p == 1)
    #expect(ratio.statistic == 0)
  }

  @Test func `fair draws are called a mismatch about once in a thousand`() {
    var numbers = SplitMix(state: 3)
    var mismatches = 0
    for _ in 0..<5_000 {
      var counts = [0, 0]
      for _ in 0..<200 { counts[Int(numbers.next() >> 63)] += 1 }
      let ratio = SampleRatio.check(observed: counts, expected: [1, 1])
      if ratio.verdict == .mismatch { mismatches += 1 }
    }
    // 5 are expected; more than 15 would happen once in ten thousand seeds.
    #expect(mismatches <= 15)
  }
}
