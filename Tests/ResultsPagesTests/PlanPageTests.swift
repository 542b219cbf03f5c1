@testable import ExperimentReports
@testable import ExperimentResults
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import Testing

@testable import ResultsPages

/// The planned sample, the holdout and the log of verdicts, as a page and JSON show them.
struct PlanPageTests {
  private let made = Timestamp(milliseconds: 1_793_610_000_000)

  private func comparison(_ persons: Int, _ control: Int, _ variant: Int) -> Comparison {
    Comparison(
      .proportion, control: Moments(units: persons, successes: control),
      variant: Moments(units: persons, successes: variant))
  }

  private func look(_ persons: Int, _ control: Int, _ variant: Int, days: Int) -> ReportPlan.Look {
    ReportPlan.Look(
      days: days, persons: 2 * persons, on: made.adding(milliseconds: 30 * Timestamp.day),
      comparisons: [
        NamedComparison(variant: "trial", comparison: comparison(persons, control, variant))
      ])
  }

  private func report(_ plan: ReportPlan) -> ExperimentReport {
    var report = ReportCase(goal: .paidRate, payers: [336, 352]).report
    report.primary?.finalAt = nil
    report.plan = plan
    return report
  }

  /// A row of the settings, without its name.
  private func setting(_ name: String, _ report: ExperimentReport) -> String? {
    report.tables.flatMap(\.rows).first { $0[0] == name }?[1]
  }

  private var growing: ReportPlan {
    var plan = ReportPlan(progress: PlanProgress(planned: 9_846, enrolled: 1_200, daysLeft: 35))
    (plan.smallest, plan.cap, plan.madeAt) = (0.1, 83_990, made)
    plan.basis = .buyers(25, of: 612)
    return plan
  }

  @Test func aPlanSaysHowFarItIsAndWhatItWasMadeFrom() {
    let report = report(growing)
    // The numbers are of 29 November.
    #expect(
      setting("Planned sample", report)
        == "1,200 of 9,846 people, about 35 days left, until 3 Jan 2027")
    #expect(setting("Cap of the planned sample", report) == "at most 83.99 USD a person")
    #expect(
      setting("Plan made", report)
        == "on 2 Nov 2026, from the first 25 buyers among 612 people of the control, for an effect of 10%"
    )
    let final = ResultsSummary(report).answers.first { $0.answer == "in about 35 days" }
    #expect(final?.detail.hasPrefix("on 3 Jan 2027; ") == true)
    var shipped = ReportCase.ship.report
    shipped.plan = growing
    #expect(setting("Planned sample", shipped) == "1,200 of 9,846 people")
    var quiet = growing
    quiet.progress.quietDays = 140
    #expect(
      setting("Planned sample", self.report(quiet))
        == "1,200 of 9,846 people, at least 35 days left")
  }

  @Test func aForecastIsNoPlan() {
    var plan = growing
    (plan.madeAt, plan.progress.isForecast, plan.cap) = (nil, true, nil)
    plan.basis = .baseline(0.04)
    let report = report(plan)
    #expect(
      setting("Planned sample", report)
        == "1,200 of about 9,846 people, about 35 days left, until 3 Jan 2027")
    #expect(
      setting("Plan made", report) == "not yet; the forecast is from a share of 4% who buy")
    #expect(setting("Cap of the planned sample", report) == nil)
  }

  @Test func aPlanFromThePastNamesIt() throws {
    var plan = growing
    plan.basis = .past(experiment: "four-prices", phase: 2, buyers: 340, of: 8_400)
    let words = try #require(setting("Plan made", report(plan)))
    #expect(
      words.contains(
        "from the 340 buyers among 8,400 people of the control of 'four-prices', phase 2, for"))
    #expect(
      report(plan).content["plan"]?["basis"]
        == ["experiment": "four-prices", "phase": 2, "buyers": 340, "of": 8_400])
  }

  @Test func aLookBackSaysWhatIsNotAsItWasThen() {
    var report = ReportCase.ship.report
    #expect(report.lookBackWords == nil)
    report.computedAt = report.asOf.adding(milliseconds: 3 * Timestamp.day)
    #expect(
      ResultsPage(report).html.contains("Facts as known today: earlier purchases and refunds"))
    #expect(report.lookBackWords?.hasSuffix("No verdict of that day is kept.") == true)
    report.details.verdicts = [
      .init(at: made, decision: "wait", sentence: "Wait: the first week is not over.")
    ]
    let words = "The verdict of that day was: Wait: the first week is not over."
    #expect(ResultsPage(report).html.contains(words))
  }

  /// 5 % of 5,000 against 4 %: the standard error is √(0.0475/0.04² + 0.05² · 0.0384/0.04⁴) / √5000 = 0.1159,
  /// 1.96 of them are 22.7 points. 4.4 % of 10,000 against 4 %: 0.0744 and 14.6 points.
  @Test func aMatureSampleStandsBesideAllWhoCameLater() {
    var plan = growing
    plan.progress = PlanProgress(planned: 9_846, enrolled: 20_000, daysLeft: 0)
    (plan.look, plan.later) = (
      look(5_000, 200, 250, days: 21), look(10_000, 400, 440, days: 28)
    )
    let html = ResultsPage(report(plan)).html
    #expect(
      html.contains(
        "The planned sample of 10,000 people, who entered in the first 3 weeks, was complete on 2 Dec 2026, and is read once: people who pay trial +25% (+2.3% to +47.7%). All 20,000 people of full weeks since: trial +10% (-4.6% to +24.6%)."
      ))
    var decided = report(plan)
    for basis in VariantFinding.Basis.allCases {
      decided.verdict.findings = decided.verdict.findings.map { finding in
        var finding = finding
        finding.basis = basis
        return finding
      }
      decided.verdict.decision = .noDifference(asLargeAs: 0.3)
      let html = ResultsPage(decided).html
      #expect(html.contains("The interval holds at every moment") == (basis == .everyMoment))
      #expect(html.contains(" in the planned sample</span>") == (basis == .plannedSample))
    }
    plan.later = nil
    plan.look?.days = 7
    let first = report(plan).plannedWords
    #expect(first?.contains("who entered in the first week, was complete") == true)
    #expect(first?.hasSuffix("trial +25% (+2.3% to +47.7%).") == true)
  }

  @Test func JSONHasThePlanAndWhatItSaid() {
    var plan = growing
    plan.look = look(5_000, 200, 250, days: 21)
    let content = report(plan).content["plan"]
    #expect(content?["planned"] == 9_846 && content?["enrolled"] == 1_200)
    #expect(content?["daysLeft"] == 35 && content?["isForecast"] == false)
    #expect(content?["basis"] == ["buyers": 25, "of": 612])
    #expect(content?["madeAt"] == "2026-11-02T09:00:00Z")
    #expect(content?["look"]?["persons"] == 10_000 && content?["later"] == nil)
    plan.basis = .baseline(0.04)
    #expect(report(plan).content["plan"]?["basis"]?["baseline"] == .number(0.04))
  }

  @Test func theHoldoutIsComparedWithAllWhoWereEnrolled() throws {
    var report = ReportCase.ship.report
    report.details.holdout = [
      HoldoutComparison(metric: .paidRate, isMoney: false, comparison: comparison(1_000, 40, 60))
    ]
    let table = try #require(report.tables.first { $0.title == "The holdout" })
    #expect(table.rows.count == 1)
    #expect(table.rows[0].prefix(6) == ["people who pay", "1,000", "1,000", "4%", "6%", "+50%"])
    #expect(ResultsPage(report).html.contains("All enrolled people, in any variant"))
    let holdout = report.content["details"]?["holdout"]?.items?.first
    #expect(holdout?["metric"] == "paidRate" && holdout?["heldOut"] == 1_000)
  }

  @Test func otherMetricsStandByDimensionAndDecideNothing() throws {
    var report = ReportCase.ship.report
    let refunds = try #require(report.guardrails.first { $0.name == .refundShare })
    report.otherBreakdowns = [
      Breakdown(
        dimension: "storefront", metric: .refundShare,
        rows: [
          Breakdown.Row(value: "DEU", arms: refunds.arms, comparisons: refunds.comparisons)
        ])
    ]
    let table = try #require(report.tables.first { $0.title == "Other metrics by dimension" })
    // 7 of 336 and 9 of 470 purchases were refunded.
    #expect(
      table.rows.map { Array($0.prefix(5)) } == [
        ["storefront DEU", "refunded purchases", "control", "8,400", "2.1%"],
        ["storefront DEU", "refunded purchases", "trial", "8,395", "1.9%"],
      ])
    #expect(report.content["otherBreakdowns"]?.items?.first?["metric"] == "refundShare")
    report.otherBreakdowns[0].dimension = "new"
    report.otherBreakdowns[0].rows[0].value = "false"
    let other = try #require(report.tables.first { $0.title == table.title })
    #expect(other.rows.map { $0[0] } == ["returning people", "returning people"])
  }

  @Test func JSONHasWhatVariantsShowAndWhatWasBought() {
    var report = ReportCase.ship.report
    report.details.shown = [
      VariantPaywall(
        variant: "trial", placement: "onboarding", paywall: "standard-trial",
        products: ["pro_yearly (trial)"])
    ]
    report.details.purchases = [
      ProductPurchases(
        product: "pro_yearly", billingPlan: "MONTHLY",
        arms: [
          .init(
            variant: "trial", started: 1200, trials: 1100, paid: 640, refunded: 12,
            proceeds: 25_195_800)
        ])
    ]
    report.details.days = [ReportDay(date: "2026-11-04", persons: [3, 5], comparisons: [])]
    report.details.events = [
      ReportEvent(at: made, release: "5e5e", changes: ["running"], movesStart: false)
    ]
    func first(_ name: String) -> Content? { report.content["details"]?[name]?.items?.first }
    #expect(first("shown")?["products"] == ["pro_yearly (trial)"])
    let arm = first("purchases")?["arms"]?.items?.first
    #expect(first("purchases")?["billingPlan"] == "MONTHLY")
    #expect(arm?["paid"] == 640 && arm?["proceeds"] == 25_195_800)
    #expect(first("days")?["persons"] == [3, 5])
    #expect(first("events")?["changes"] == ["running"])
  }

  @Test func theVerdictsOfEarlierDaysStandAsTheyWere() throws {
    var report = ReportCase.ship.report
    report.details.verdicts = [
      .init(at: made, decision: "wait", sentence: "Wait: the first week is not over.")
    ]
    let table = try #require(report.tables.first { $0.title == "The verdict as it was" })
    #expect(
      table.rows == [["2 Nov 2026, 09:00 UTC", "wait", "Wait: the first week is not over."]])
    #expect(
      report.content["details"]?["verdicts"]?.items?.first?["decision"] == "wait")
  }

  @Test func whatIsFinalSaysSo() throws {
    var report = ReportCase.ship.report
    report.primary?.finalAt = report.asOf
    let answer = try #require(
      ResultsSummary(report).answers.first { $0.question == "When is it final?" })
    #expect(answer.answer == "It is" && answer.detail == "everyone's window has closed")
  }
}
