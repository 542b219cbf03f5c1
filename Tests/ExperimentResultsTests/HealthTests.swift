import ExperimentResults
import Testing

@Suite("health of an experiment")
struct HealthTests {
  static func arms(_ counts: [(String, Int, Int)]) -> [ArmCount] {
    counts.map { ArmCount(variant: $0.0, width: $0.1, units: $0.2) }
  }

  /// The book example of Kohavi, Tang and Xu: p = 1.8e-6 at one look. The mean of the five Bayes factors, with
  /// Python's lgamma, is 1,912: that is how rare it is at any look.
  @Test func `a mismatch of the sample ratio breaks an experiment`() {
    let check = HealthCheck.sampleRatio(
      Self.arms([("control", 5000, 821_588), ("B", 5000, 815_482)]))
    #expect(check.state == .broken)
    #expect(isClose(check.p, 1.8218e-6, 1e-4))
    #expect(
      check.sentence
        == "People are not split as planned (control 821,588, B 815,482: 6,106 are missing in B); chance does this in one of 1,900 experiments."
    )
    let healthy = HealthCheck.sampleRatio(Self.arms([("control", 9000, 902), ("B", 1000, 98)]))
    #expect(healthy.state == .healthy)
    #expect(
      HealthCheck.sampleRatio(Self.arms([("control", 1, 3), ("B", 1, 3)])).state == .unknown)
    #expect(HealthCheck.sampleRatio([]).state == .unknown)
  }

  /// χ² of 560 and 440 is 14.4, p = 1.5e-4: alone it is a mismatch, as one of eight groups
  /// it is p = 1.2e-3.
  @Test func `groups are corrected for their number`() {
    let odd = (subject: "platform=iOS", arms: Self.arms([("control", 1, 560), ("B", 1, 440)]))
    let even = (subject: "2026-11-01", arms: Self.arms([("control", 1, 500), ("B", 1, 500)]))
    let alone = HealthCheck.sampleRatio(.sampleRatioByDimension, groups: [odd])
    #expect(alone.state == .warning)
    #expect(alone.subject == "platform=iOS")
    #expect(alone.sentence.hasPrefix("People of platform iOS are not split as planned"))
    let returning = HealthCheck.sampleRatio(
      .sampleRatioByDimension, groups: [("new=false", odd.arms)])
    #expect(returning.sentence.hasPrefix("Returning people are not split as planned"))
    let many = HealthCheck.sampleRatio(
      .sampleRatioByDay, groups: [odd] + Array(repeating: even, count: 7))
    #expect(many.state == .healthy)
    #expect(isClose(many.p, 8 * (alone.p ?? 0), 1e-12))
    // Groups too small to be a test are none.
    let small = (subject: "2026-11-02", arms: Self.arms([("control", 1, 2), ("B", 1, 3)]))
    let same = HealthCheck.sampleRatio(
      .sampleRatioByDay, groups: [odd] + Array(repeating: small, count: 7))
    #expect(same.p == alone.p)
    #expect(HealthCheck.sampleRatio(.sampleRatioByDay, groups: [small]).state == .unknown)
  }

  /// Half of the persons were expected: 2 · 2⁻ⁿ is below 0.001 from 11 on.
  @Test func `a variant from which nothing comes is silent`() {
    func check(_ others: Int) -> HealthCheck {
      .silentVariant(Self.arms([("control", 50, others), ("B", 50, 0)]), events: "exposures")
    }
    #expect(check(10).state == .unknown)
    #expect(check(11).state == .broken)
    #expect(check(11).subject == "B")
    #expect(isClose(check(11).p, 1.0 / 1024, 1e-12))
    #expect(check(11).sentence == "Variant 'B' has no exposures, and the others have 11.")
    #expect(check(0).state == .unknown)
    // A variant that is closed has nothing to say.
    let closed = Self.arms([("control", 50, 90), ("B", 50, 70), ("C", 0, 0)])
    #expect(HealthCheck.silentVariant(closed, events: "exposures").state == .healthy)
  }

  @Test func `variants that differed before the exposure are broken`() {
    var (control, variant) = (Moments(), Moments())
    for index in 0..<500 {
      control.add(0, covariate: Int64(index % 5) * 1000)
      variant.add(0, covariate: Int64(index % 5) * 1000 + 400)
    }
    let broken = HealthCheck.preExposureBalance(control: control, variants: [("B", variant)])
    #expect(broken.state == .broken)
    #expect(broken.subject == "B")
    let same = HealthCheck.preExposureBalance(
      control: control, variants: [("B", control), ("C", control)])
    #expect(same.state == .healthy)
    #expect(same.p == 1)
    let unknown = HealthCheck.preExposureBalance(
      control: Moments(units: 9, successes: 3), variants: [("B", Moments(units: 9, successes: 3))])
    #expect(unknown.state == .unknown)
  }

  @Test(
    arguments: [
      (0, 1000, .healthy), (9, 100, .healthy), (10, 1000, .warning), (9, 900, .healthy),
      (49, 1000, .warning), (50, 1000, .broken), (3, 0, .unknown),
    ] as [(Int, Int, HealthCheck.State)])
  func `conflicts warn at one percent and break at five`(
    conflicts: Int, units: Int, state: HealthCheck.State
  ) {
    #expect(HealthCheck.conflicts(conflicts, of: units).state == state)
  }

  @Test func `persons who wait are no fault`() {
    #expect(HealthCheck.immatureShare(waiting: 50, of: 100).state == .healthy)
    let check = HealthCheck.immatureShare(waiting: 1_234, of: 2_000)
    #expect(check.state == .warning)
    #expect(check.sentence == "1,234 of 2,000 people wait for their window to close.")
  }

  @Test(
    arguments: [
      (0, 400, 0, .healthy), (3, 400, 3, .healthy), (4, 400, 4, .warning), (19, 400, 19, .warning),
      (20, 400, 20, .broken), (20, 400, 10, .broken),
      // A person in a rare currency is shown, and breaks nothing.
      (1, 8, 1, .warning), (30, 40, 9, .warning),
    ] as [(Int, Int, Int, HealthCheck.State)])
  func `purchases without a rate are missing money`(
    missing: Int, purchases: Int, persons: Int, state: HealthCheck.State
  ) {
    let check = HealthCheck.missingRates(missing, of: purchases, persons: persons)
    #expect(check?.state == state)
    #expect(HealthCheck.missingRates(0, of: 0, persons: 0) == nil)
  }

  @Test func `purchases without a rate are said with their share`() {
    #expect(
      HealthCheck.missingRates(1, of: 8, persons: 1)?.sentence
        == "1 of 8 purchases (12.5%), of 1 person, have no rate and add nothing to money; add the rate to Paywalls/store/rates.yaml."
    )
  }

  /// e^−n below 0.001 needs 6.9 facts that did not come.
  @Test(
    arguments: [
      (2, 3, .healthy), (2, 4, .broken), (0.9, 1000, .healthy), (30, 0.2, .healthy),
      (40, 0.2, .broken), (1, 0, .unknown), (.infinity, 5, .broken),
    ] as [(Double, Double, HealthCheck.State)])
  func `a silence that is not chance is a stale ledger`(
    days: Double, perDay: Double, state: HealthCheck.State
  ) {
    #expect(HealthCheck.staleLedger(silence: days * 86_400, factsPerDay: perDay).state == state)
  }

  @Test(
    "purchases that belong to nobody are a warning from 10 and a tenth on, or when they rise",
    arguments: [
      // unnamed, of the last week, all, of the last week
      (180, 20, 400, 40, HealthCheck.State.warning), (9, 1, 20, 5, .healthy),
      (30, 5, 1000, 200, .healthy), (100, 20, 1000, 200, .warning),
      // 5 of 800 before, 25 of 200 in the last week
      (30, 25, 1000, 200, .warning), (12, 12, 600, 60, .warning), (12, 3, 600, 60, .healthy),
    ])
  func unjoined(
    unnamed: Int, lately: Int, all: Int, allLately: Int, state: HealthCheck.State
  ) throws {
    let check = try #require(
      HealthCheck.unjoinedPurchases((unnamed, lately), of: (all, allLately), strangers: 7))
    #expect(check.state == state, "\(check.sentence)")
    #expect(check.sentence.contains("; 7 are of people who did not see this experiment"))
    #expect(HealthCheck.unjoinedPurchases((0, 0), of: (0, 0), strangers: 0) == nil)
  }
}
