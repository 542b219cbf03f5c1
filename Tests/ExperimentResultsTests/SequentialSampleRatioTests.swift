import ExperimentResults
import Foundation
import TestSupport
import Testing

struct SequentialSampleRatioTests {
  /// By hand: every factor of (1, 0) with a half each is 1. That of (2, 0) is
  /// c/2 · (c/2 + 1)/(c(c + 1)) · 4, which is (c + 2)/(c + 1), and the mixture is the mean of the five.
  @Test func `the Bayes factor has the values of its definition`() throws {
    let one = try #require(SequentialSampleRatio.p(observed: [1, 0], expected: [1, 1]))
    #expect(isClose(one, 1, 1e-9))
    let two = try #require(SequentialSampleRatio.p(observed: [2, 0], expected: [7, 7]))
    let mean = (4.0 / 3 + 12.0 / 11 + 102.0 / 101 + 1002.0 / 1001 + 10_002.0 / 10_001) / 5
    #expect(isClose(two, 1 / mean, 1e-9))
    // Every factor of (0, 1) with shares of 3 to 1 is 1 too.
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

  /// χ² of 560 and 440 is 14.4, p = 1.5e-4, which many looks find more often.
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
    // The fixed test, which it replaces, rings more often.
    #expect(fixedRings >= count / 100)
    #expect(missed <= count / 5)
  }

  /// Eight weeks, looked at on each day, of a small app to a large one.
  @Test(arguments: [50, 400, 3_000])
  func `a sound split is called broken in at most one of 1,000 experiments`(perDay: Int) async {
    let count = rounds(1_000, all: 20_000)
    let rings = await SimulationTests.share(of: count, seed: UInt64(perDay)) { numbers in
      var arms = [0, 0]
      return (0..<56).contains { _ in
        for arm in arms.indices { arms[arm] += numbers.about(Double(perDay) / 2) }
        let p = SequentialSampleRatio.p(observed: arms, expected: [1, 1]) ?? 1
        return p < SampleRatio.threshold
      }
    }
    Shares.note("a sound split, \(perDay) a day, 56 looks", rounds: count, [("broken", rings)])
    // Few rounds are allowed three standard errors more.
    #expect(rings <= 0.001 + (count < 20_000 ? 3 * (0.001 / Double(count)).squareRoot() : 0))
  }

  /// 25 persons of one arm and 2.5 of the other in a day: the reference asks for half on the first day.
  @Test func `an arm that is nearly empty is called on the first days`() {
    let count = rounds(400, all: 4_000)
    var numbers = SplitMix(state: 4)
    var called = [0, 0]
    for _ in 0..<count {
      var arms = [0, 0]
      for day in 0..<2 {
        arms = [arms[0] + numbers.about(25), arms[1] + numbers.about(2.5)]
        let check = HealthCheck.sampleRatio(
          HealthTests.arms([("control", 1, arms[0]), ("B", 1, arms[1])]))
        if check.state == .broken { called[day] += 1 }
      }
    }
    Shares.note(
      "nine of ten are missing, 50 a day", rounds: count,
      [
        ("day 1", Double(called[0]) / Double(count)), ("day 2", Double(called[1]) / Double(count)),
      ])
    #expect(Double(called[0]) >= 0.5 * Double(count))
    #expect(Double(called[1]) >= 0.95 * Double(count))
    let empty = HealthCheck.sampleRatio(HealthTests.arms([("control", 1, 60), ("B", 1, 0)]))
    #expect(empty.state == .broken)
    #expect(empty.sentence.contains("60 are missing in B"))
  }
}
