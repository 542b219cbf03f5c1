import ExperimentResults
import Foundation
import TestSupport
import Testing

struct SequentialSampleRatioTests {
  /// By hand: with c = 1,000 and a half each, ln BF of (1, 0) is ln(500/1000) − ln(1/2) = 0, and of
  /// (2, 0) ln(500/1000 · 501/1001) − 2 ln(1/2) = ln(1002/1001).
  @Test func `the Bayes factor has the values of its definition`() throws {
    let one = try #require(SequentialSampleRatio.p(observed: [1, 0], expected: [1, 1]))
    #expect(isClose(one, 1, 1e-9))
    let two = try #require(SequentialSampleRatio.p(observed: [2, 0], expected: [7, 7]))
    #expect(isClose(two, 1001.0 / 1002, 1e-9))
    // ln BF of (0, 1) with shares of 3 to 1 is ln(250/1000) − ln(1/4) = 0.
    let uneven = try #require(SequentialSampleRatio.p(observed: [0, 1], expected: [3, 1]))
    #expect(isClose(uneven, 1, 1e-9))
    #expect(SequentialSampleRatio.p(observed: [5, 0], expected: [1, 0]) == nil)
    #expect(SequentialSampleRatio.p(observed: [5], expected: [1, 1]) == nil)
  }

  @Test func `48 to 52 of 20,000 persons is a mismatch at whatever look`() throws {
    let p = try #require(SequentialSampleRatio.p(observed: [9_600, 10_400], expected: [1, 1]))
    #expect(p < 1e-5)
    let check = HealthCheck.sampleRatio(
      HealthTests.arms([("control", 1, 9_600), ("B", 1, 10_400)]))
    #expect(check.state == .broken)
    // The fixed test's p value stays beside it: χ² = 32.
    #expect(isClose(check.p, 1.5417e-8, 1e-3))
  }

  /// χ² of 560 and 440 is 14.4, p = 1.5e-4; the Bayes factor is e^(7.2 · 0.5 − 0.35) = 26.
  @Test func `what one look alone finds is a warning`() {
    let check = HealthCheck.sampleRatio(HealthTests.arms([("control", 1, 560), ("B", 1, 440)]))
    #expect(check.state == .warning)
    #expect(isClose(check.p, 1.48e-4, 1e-2))
    #expect(check.sentence.hasSuffix("and more often where many looks are taken."))
  }

  /// 28 days of looks every 15 minutes, with 64 persons between two of them.
  @Test func `a sound experiment rings in at most one of 500 however often it is looked at`() {
    let count = rounds(300, all: 3_000)
    var numbers = SplitMix(state: 20_201_120)
    var (rings, fixedRings, missed) = (0, 0, 0)
    for _ in 0..<count {
      var (control, all, ring, fixed) = (0, 0, false, false)
      for _ in 0..<28 * 96 where !(ring && fixed) {
        control += numbers.next().nonzeroBitCount
        all += 64
        let observed = [control, all - control]
        // Either test can only ring where χ² is beyond 10.83, its threshold for p = 0.001.
        let distance = Double(2 * control - all)
        guard distance * distance / Double(all) > 10.8 else { continue }
        if SampleRatio.check(observed: observed, expected: [1, 1]).verdict == .mismatch {
          fixed = true
        }
        let p = SequentialSampleRatio.p(observed: observed, expected: [1, 1]) ?? 1
        if p < SampleRatio.threshold { ring = true }
      }
      if ring { rings += 1 }
      if fixed { fixedRings += 1 }
      // A true 48 to 52: the ratio of 20,000 persons, drawn.
      let drawn = (0..<20_000).count { _ in numbers.next() % 100 < 48 }
      let p = SequentialSampleRatio.p(observed: [drawn, 20_000 - drawn], expected: [1, 1]) ?? 1
      if p >= SampleRatio.threshold { missed += 1 }
    }
    #expect(rings <= max(1, count / 500))
    // What it replaces.
    #expect(fixedRings >= count / 100)
    #expect(missed <= count / 5)
  }
}
