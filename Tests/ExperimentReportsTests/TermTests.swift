import ExperimentReports
import ExperimentResults
import PaywallCatalog
import Testing

@Suite struct TermTests {
  @Test("windows default to what the longest trial and the grace after it need")
  func windows() {
    let terms = ReportTerms(
      World.experiment, in: World.snapshot, .production, asOf: Timestamp(milliseconds: 0))
    // A trial of 7 days and 3 days of grace; the longest period is 10 days.
    let days = terms.goals.map { "\($0.goal.name.rawValue) \($0.window / 86_400_000)" }
    #expect(
      days == [
        "proceedsPerVisitor 30", "startRate 3", "paidRate 11", "trialToPaid 13", "saved 1",
        "stillPaying 26", "refundShare 30", "cancelWithin24h 3", "billingFailure 13",
        "secondRenewal 40",
      ])
  }

  @Test(
    "proceeds are what is left of a price after commission, in the base, rounded half up",
    arguments: [
      // 9.99 € · 0.7 / 0.8663 = 8.07226… $
      (9_990, 866_300, 3_000, 8_072), (10_000, 1_000_000, 1_500, 8_500),
      // 1 · 0.5 = 0.5, and 3 · 0.5 = 1.5
      (1, 1_000_000, 5_000, 1), (3, 1_000_000, 5_000, 2), (0, 1_000_000, 3_000, 0),
      // 1,500 ¥ · 0.7 / 153.98 = 6.81906… $
      (1_500_000, 153_980_000, 3_000, 6_819),
    ] as [(Int64, Int64, Int, Int64)])
  func proceeds(price: Int64, micros: Int64, commission: Int, expected: Int64) throws {
    let share = try #require(BasisPoints(commission))
    #expect(
      MoneyTerms.proceeds(Int128(price), micros: micros, commission: share) == Int128(expected))
  }

  @Test func `a phase keeps the newest rate at its start, or the first one after`() {
    func day(_ number: Int64, _ micros: Int64) -> StoreRates.Day {
      StoreRates.Day(
        date: "day \(number)", at: Timestamp(milliseconds: number), micros: ["EUR": micros])
    }
    let rates = StoreRates(base: "USD", days: [day(10, 1), day(20, 2), day(30, 3)])
    func micros(from start: Int64) -> Int64? {
      rates.rate(of: "EUR", forPhaseFrom: Timestamp(milliseconds: start))?.micros
    }
    #expect(micros(from: 5) == 1)
    #expect(micros(from: 10) == 1)
    #expect(micros(from: 29) == 2)
    #expect(micros(from: 99) == 3)
    #expect(rates.rate(of: "USD", forPhaseFrom: Timestamp(milliseconds: 5))?.micros == 1_000_000)
    #expect(rates.rate(of: "NGN", forPhaseFrom: Timestamp(milliseconds: 5)) == nil)
  }
}
