import ExperimentResults
import PaywallCatalog
import Subscribers
import Testing

@testable import ExperimentReports
@testable import Ledger

/// The parts that a report makes of sums: the planned sample, and the impact on everybody.
@Suite struct AssemblyTests {
  private static let day = Timestamp.day

  /// 200 persons of each variant every day, of whom the first ones start a trial at once.
  ///
  /// - Parameter starts: of the control and the variant.
  private func add(
    _ days: Range<Int>, starts: [Int], of persons: Int = 200, placement: Int = 0,
    reason: TransactionReason = .purchase, price: Int64 = 0, to columns: inout PhaseColumns
  ) {
    for day in days {
      for (variant, starts) in starts.enumerated() {
        for number in 0..<persons {
          let at = World.moment(days: Int64(day)).adding(milliseconds: Int64(number))
          columns.add(
            PersonFacts(
              seeing: variant, at: at, placement: placement,
              buying: number < starts ? [.weekly(at: at, reason, price: price)] : []))
        }
      }
    }
  }

  private func assembly(
    _ columns: PhaseColumns, after days: Double, _ experiment: Experiment = Self.experiment
  ) -> Assembly {
    let asOf = Timestamp(milliseconds: World.start + Int64(days * Double(Self.day)))
    let terms = ReportTerms(experiment, in: World.snapshot, .production, asOf: asOf)
    return Assembly(PhaseTally(terms, of: columns))
  }

  private static var experiment: Experiment { World.startRate }

  /// 10 % of the control start. 50 % more are found with about 690 persons of each variant, who come
  /// within the first week; their windows of 3 days have closed on the tenth day.
  @Test func `the planned sample is compared once it is mature, and stays as it is`() throws {
    var columns = PhaseColumns()
    add(0..<9, starts: [20, 30], to: &columns)
    func plan(_ assembly: Assembly) -> ReportPlan? { assembly.plan(assembly.metric(0)) }
    let early = assembly(columns, after: 8.5)
    #expect(plan(early)?.look == nil)
    let look = try #require(plan(assembly(columns, after: 10.5))?.look)
    #expect(look.persons == 2_800)
    let relative = try #require(look.comparisons.first?.comparison.relative)
    #expect(abs(relative.estimate - 0.5) < 1e-12)
    #expect(relative.fixed.lower > 0)
    // Persons after the planned sample move the metric, and not the planned look.
    add(9..<30, starts: [40, 10], to: &columns)
    let later = assembly(columns, after: 40)
    let report = later.report
    #expect(report.plan?.look == look)
    #expect(report.plan?.later?.days == 28)
    let everybody = try #require(later.metric(0).comparisons.first?.comparison.relative)
    #expect(everybody.estimate < 0)
  }

  /// 20 persons a day, 10 % of whom start: 50 % more are found with some 2,100 persons, in 15 weeks. The plan is
  /// made of the first 25 who started, which are there after 25 days and a window.
  @Test func `a small app is told how many weeks it takes before there is a plan`() throws {
    var columns = PhaseColumns()
    add(0..<7, starts: [1, 1], of: 10, to: &columns)
    #expect(assembly(columns, after: 6.5).report.plan == nil)
    add(7..<13, starts: [1, 1], of: 10, to: &columns)
    let early = assembly(columns, after: 13.5).report
    #expect(early.plan?.progress.isForecast == true && early.plan?.look == nil)
    #expect(early.verdict.sentence.contains("by the first buyers about"))
    add(13..<29, starts: [1, 1], of: 10, to: &columns)
    let plan = try #require(assembly(columns, after: 29.5).report.plan)
    #expect(!plan.progress.isForecast && plan.basis == .buyers(25, of: 250))
    // 24 of 249 buy; by the formula of a lift of two shares that are 2,161 persons: 16 full weeks and a window.
    #expect(plan.progress.planned == 2_161)
    #expect(plan.progress.daysLeft == 16 * 7 + 3 - 29)
  }

  /// 10 % of the control buy, and 17 % of the variant in the first week, 9 % in four weeks after it. All persons
  /// say that the difference is less than the 50 % that are worth shipping.
  @Test func `what was ahead in the planned sample does not ship for ever`() throws {
    var columns = PhaseColumns()
    var experiment = Self.experiment
    experiment.metrics = Metrics(
      primary: MetricGoal(
        .proceedsPerVisitor, window: Period(days: 11), smallest: BasisPoints(5000)))
    add(0..<7, starts: [20, 34], price: 9_990, to: &columns)
    let first = assembly(columns, after: 20, experiment).report
    #expect(first.verdict.decision == .ship(variant: "trial"))
    add(7..<35, starts: [20, 18], price: 9_990, to: &columns)
    let last = assembly(columns, after: 60, experiment).report
    #expect(last.plan?.look?.persons == 2_800)
    #expect(last.verdict.decision == .noDifference(asLargeAs: 0.5))
  }

  /// 60 persons of the control buy every day, none of the variant: no effect would give it half.
  @Test func `a variant that sells nothing stops the experiment`() throws {
    var columns = PhaseColumns()
    add(0..<20, starts: [10, 0], price: 9_990, to: &columns)
    var experiment = Self.experiment
    experiment.metrics = Metrics(primary: MetricGoal(.paidRate))
    let report = assembly(columns, after: 40, experiment).report
    #expect(report.verdict.decision == .stop)
    #expect(report.verdict.sentence.contains("people who pay go from 5% to 0%"))
    #expect(report.primary?.comparisons.first?.comparison.gap == .noVariance)
  }

  /// A goal of starts, where one variant has a trial and both sell other products: what is paid and how
  /// much is added, and starts alone do not ship.
  @Test func `starts do not ship over what is paid`() throws {
    var columns = PhaseColumns()
    add(0..<20, starts: [20, 60], to: &columns)
    let report = assembly(columns, after: 60).report
    #expect(report.secondary.map(\.name) == [.paidRate, .proceedsPerVisitor])
    #expect(report.primary?.comparisons.first?.comparison.sign(\.sequential) == 1)
    #expect(report.verdict.decision == .wait)
    #expect(report.verdict.reasons.contains(.payingIsSuspect))
    #expect(report.verdict.sentence.contains("people who pay are not known yet"))
  }

  @Test func `without a goal the verdict says so`() {
    var columns = PhaseColumns()
    add(0..<20, starts: [20, 60], to: &columns)
    var experiment = Self.experiment
    experiment.metrics = Metrics()
    let report = assembly(columns, after: 60, experiment).report
    #expect(report.verdict.reasons == [.noGoal])
  }

  /// Renewals of what began before the exposure are no step of the paywall, and those who were shown it
  /// within the last 11 days (a trial of 7, a grace of 3 and a day) wait.
  @Test func `a funnel has shares of the step before, of those who have decided`() throws {
    var columns = PhaseColumns()
    add(0..<14, starts: [20, 30], price: 9_990, to: &columns)
    add(0..<14, starts: [0, 50], reason: .renewal, price: 9_990, to: &columns)
    let funnels = assembly(columns, after: 14).report.funnels
    // Three days of 400 persons each, and the first two of the fourth at the very moment.
    #expect(funnels.map(\.shown) == [1_202, 1_202])
    #expect(funnels.map(\.waiting) == [4_398, 4_398])
    #expect(funnels.map(\.started) == [61, 91])
    #expect(funnels.map(\.paid) == [61, 91])
    for funnel in funnels {
      #expect(funnel.paid <= funnel.started && funnel.renewed <= funnel.paid)
    }
  }

  @Test func `p values are corrected for goals and variants together`() throws {
    var columns = PhaseColumns()
    add(0..<20, starts: [20, 26], price: 9_990, to: &columns)
    var experiment = Self.experiment
    experiment.metrics = Metrics(
      primary: MetricGoal(.proceedsPerVisitor),
      secondary: [MetricGoal(.startRate), MetricGoal(.paidRate)])
    let report = assembly(columns, after: 60, experiment).report
    let named = ([report.primary].compactMap(\.self) + report.secondary).flatMap(\.comparisons)
    let p = named.compactMap { $0.comparison.relative?.sequentialP }
    #expect(named.map(\.correctedP) == Correction.holm.adjusted(p).map { $0 })
    #expect(named.count == 3)
  }

  /// 2,000 persons of each variant at each placement: 100 and 140 start at one, 100 and 110 at the other.
  @Test func `a planned breakdown holds for all of its rows together, another for each`() throws {
    var columns = PhaseColumns()
    add(0..<10, starts: [10, 14], to: &columns)
    add(0..<10, starts: [10, 11], placement: 1, to: &columns)
    var experiment = Self.experiment
    experiment.metrics.breakdowns = [.placement]
    let breakdowns = assembly(columns, after: 20, experiment).breakdowns
    #expect(
      breakdowns.map(\.dimension) == ["placement", "storefront", "platform", "appVersion", "new"])
    #expect(breakdowns.map(\.isExploratory) == [false, true, true, true, true])
    let planned = try #require(breakdowns.first)
    #expect(planned.rows.map(\.value) == ["onboarding", "settings"])
    let found = planned.rows.flatMap(\.comparisons)
    #expect(found.map(\.comparison.variant.value) == [0.07, 0.055])
    func alone(_ alpha: Double, starts: Int) throws -> Effect {
      let settings = ComparisonSettings(alpha: alpha)
      let comparison = Comparison(
        .proportion, control: Moments(units: 2_000, successes: 100),
        variant: Moments(units: 2_000, successes: starts), settings)
      return try #require(comparison.relative)
    }
    // One row for the placement and one for unknown values, whatever was seen; 'new' has three
    // more.
    for (planned, rows) in [([ResultDimension.placement], 2), ([.placement, .new], 5)] {
      experiment.metrics.breakdowns = planned
      let rest = assembly(columns, after: 20, experiment).breakdowns
      let found = try #require(rest.first).rows.flatMap(\.comparisons)
      for (named, starts) in zip(found, [140, 110]) {
        let effect = try #require(named.comparison.relative)
        let expected = try alone(0.05 / Double(rows), starts: starts)
        #expect(effect.sequential == expected.sequential)
      }
      // Holm: the least p counts as often as there are rows, the greatest one once.
      let ps = try [140, 110].map { try alone(0.05 / Double(rows), starts: $0).sequentialP }
      #expect(ps[0] < ps[1])
      #expect(found[0].correctedP == min(1, Double(rows) * ps[0]))
      if planned.count == 1 { #expect(found[1].correctedP == max(min(1, 2 * ps[0]), ps[1])) }
    }

    let other = try #require(
      assembly(columns, after: 20).breakdowns.first { $0.dimension == "placement" })
    #expect(other.isExploratory)
    let first = try #require(other.rows.first?.comparisons.first?.comparison.relative)
    #expect(first.sequential == (try alone(0.05, starts: 140)).sequential)
  }

  @Test func `too few persons are no planned sample however long they wait`() {
    var columns = PhaseColumns()
    add(0..<2, starts: [20, 30], to: &columns)
    let assembly = assembly(columns, after: 60)
    #expect(assembly.plan(assembly.metric(0))?.look == nil)
  }

  /// 4,000 persons within 9 days of 40 % of a layer, half of whom are enrolled: a fifth of all.
  @Test func `an impact counts the slice of the layer and the traffic`() throws {
    var columns = PhaseColumns()
    add(0..<10, starts: [20, 30], to: &columns)
    var experiment = Self.experiment
    let whole = try #require(
      assembly(columns, after: 20, experiment).metric(0).comparisons.first?.impact)
    #expect(abs(whole.visitorsPerDay * 9 / 4_000 - 1) < 1e-4)
    experiment.slice = try #require(Slice(start: .none, end: BasisPoints(4000) ?? .all))
    experiment.traffic = Traffic(World.half)
    let part = try #require(
      assembly(columns, after: 20, experiment).metric(0).comparisons.first?.impact)
    #expect(abs(part.visitorsPerDay / whole.visitorsPerDay - 5) < 1e-9)
    #expect(abs(part.perDay / whole.perDay - 5) < 1e-9)
  }

  /// 10 % in the first half of the enrolment and 50 % in the second: 30 % on average.
  @Test func `steps of traffic count by their time`() throws {
    var columns = PhaseColumns()
    add(0..<10, starts: [20, 30], to: &columns)
    var experiment = Self.experiment
    let half = Timestamp(milliseconds: World.start + 9 * Self.day / 2)
    experiment.traffic = Traffic(
      BasisPoints(1000) ?? .all, steps: [Traffic.Step(from: half, share: World.half)])
    let impact = try #require(
      assembly(columns, after: 20, experiment).metric(0).comparisons.first?.impact)
    #expect(abs(impact.visitorsPerDay * 0.3 * 9 / 4_000 - 1) < 0.01)
  }
}
