import ExperimentResults
import Testing

struct WinsorisingTests {
  /// Ten totals from 5 to 950, as in LaunchDarkly's example: the ninth is the 90th percentile.
  @Test func `the cap is the nearest rank of those who paid`() {
    let totals: [Int64] = [950, 5, 120, 0, 170, 90, 20, 0, 60, 40, 10, 80, 0]
    #expect(Winsorising.cap(of: totals, percentile: 90) == 170)
    #expect(Winsorising.cap(of: totals, percentile: 100) == 950)
    #expect(Winsorising.cap(of: totals, percentile: 0) == 5)
    #expect(Winsorising.cap(of: [0, 0]) == nil)
    #expect(Winsorising.cap(of: [7]) == 7)
  }

  /// 99.9 · 41,000 / 100 is a little more than 40,959 in binary, and 40,959 is meant.
  @Test func `a rank is not rounded up by a binary fraction`() {
    #expect(Winsorising.cap(of: (1...41_000).map(Int64.init)) == 40_959)
    #expect(Winsorising.cap(of: (1...1000).map(Int64.init)) == 999)
    #expect(Winsorising.cap(of: (1...10_000).map(Int64.init)) == 9990)
    #expect(Winsorising.cap(of: (1...1001).map(Int64.init)) == 1000)
  }

  /// 99.9 % of 100 totals are all of them: below 1,000 it is 99 %.
  @Test func `the largest of a few totals is cut too`() {
    #expect(Winsorising.cap(of: (1...100).map(Int64.init)) == 99)
    #expect(Winsorising.cap(of: (1...999).map(Int64.init)) == 990)
  }

  @Test func `both caps of a ratio are over the same persons`() {
    // Nine persons without a conversion: over those with one alone, the cap would be 8.
    var pairs = (1...9).map { (numerator: Int64(0), denominator: Int64($0)) }
    pairs += [(numerator: 8, denominator: 10), (numerator: 0, denominator: 0)]
    let caps = Winsorising.caps(of: pairs, percentile: 90)
    #expect(caps?.numerator == 0)
    #expect(caps?.denominator == 9)
    #expect(Winsorising.caps(of: []) == nil)
  }
}
