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

  private var growing: ReportPlan {
    var plan = ReportPlan(progress: PlanProgress(planned: 9_846, enrolled: 1_200, daysLeft: 35))
    (plan.smallest, plan.cap, plan.madeAt) = (0.1, 83_990, made)
    plan.basis = .buyers(25, of: 612)
    return plan
  }

  @Test func aPlanSaysHowFarItIsAndWhatItWasMadeFrom() throws {
    let report = report(growing)
    let settings = try #require(report.tables.first { $0.title == "Settings" }).rows
    // The numbers are of 29 November.
    let words = "1,200 of 9,846 people, about 35 days left, until 3 Jan 2027"
    #expect(settings.contains(["Planned sample", words]))
    #expect(settings.contains(["Cap of the planned sample", "at most 83.99 USD a person"]))
    #expect(
      settings.contains([
        "Plan made",
        "on 2 Nov 2026, from the first 25 buyers among 612 people of the control, "
          + "for an effect of 10%",
      ]))
    let final = ResultsSummary(report).answers.first { $0.answer == "in about 35 days" }
    #expect(final?.detail.hasPrefix("on 3 Jan 2027; ") == true)
    var shipped = ReportCase.ship.report
    shipped.plan = growing
    let beside = shipped.tables.flatMap(\.rows).first { $0[0] == "Planned sample" }
    #expect(beside?[1] == "1,200 of 9,846 people")
    var quiet = growing
    quiet.progress.quietDays = 140
    let waits = self.report(quiet).tables.flatMap(\.rows).first { $0[0] == "Planned sample" }
    #expect(waits?[1] == "1,200 of 9,846 people, at least 35 days left")
  }

  @Test func aForecastIsNoPlan() throws {
    var plan = growing
    (plan.madeAt, plan.progress.isForecast, plan.cap) = (nil, true, nil)
    plan.basis = .baseline(0.04)
    let settings = try #require(report(plan).tables.first { $0.title == "Settings" }).rows
    let words = "1,200 of about 9,846 people, about 35 days left, until 3 Jan 2027"
    #expect(settings.contains(["Planned sample", words]))
    let made = settings.first { $0[0] == "Plan made" }
    #expect(made?[1] == "not yet; the forecast is from a share of 4% who buy")
    #expect(!settings.contains { $0[0] == "Cap of the planned sample" })
  }

  @Test func aPlanFromThePastNamesIt() throws {
    var plan = growing
    plan.basis = .past(experiment: "four-prices", phase: 2, buyers: 340, of: 8_400)
    let settings = try #require(report(plan).tables.first { $0.title == "Settings" }).rows
    let words = try #require(settings.first { $0[0] == "Plan made" })[1]
    #expect(
      words.contains(
        "from the 340 buyers among 8,400 people of the control of 'four-prices', phase 2, for"))
    let content = report(plan).content
    #expect(content.value("plan", "basis", "experiment") == "four-prices")
    #expect(content.value("plan", "basis", "of") == "8400")
  }

  @Test func aLookBackSaysWhatIsNotAsItWasThen() {
    var report = ReportCase.ship.report
    #expect(report.lookBackWords == nil)
    report.computedAt = report.asOf.adding(milliseconds: 3 * Timestamp.day)
    #expect(ResultsPage(report).html.contains("As known today are: purchases and refunds of"))
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
    var content = report(plan).content
    #expect(content.value("plan", "planned") == "9846")
    #expect(content.value("plan", "enrolled") == "1200")
    #expect(content.value("plan", "daysLeft") == "35")
    #expect(content.value("plan", "isForecast") == "false")
    #expect(content.value("plan", "basis", "buyers") == "25")
    #expect(content.value("plan", "basis", "of") == "612")
    #expect(content.value("plan", "madeAt") == "2026-11-02T09:00:00Z")
    #expect(content.value("plan", "look", "persons") == "10000")
    #expect(content.value("plan", "later") == nil)
    plan.basis = .baseline(0.04)
    content = report(plan).content
    #expect(content.value("plan", "basis", "baseline") == "0.04")
  }

  @Test func theHoldoutIsComparedWithAllWhoWereEnrolled() throws {
    var report = ReportCase.ship.report
    report.details.holdout = [
      HoldoutComparison(metric: .paidRate, isMoney: false, comparison: comparison(1_000, 40, 60))
    ]
    let table = try #require(report.tables.first { $0.title == "The holdout" })
    #expect(table.rows.count == 1)
    #expect(table.rows[0].prefix(6) == ["people who pay", "1,000", "1,000", "4%", "6%", "+50%"])
    #expect(ResultsPage(report).html.contains("All who were enrolled, whatever the variant"))
    let content = report.content
    #expect(content.value("details", "holdout", "0", "metric") == "paidRate")
    #expect(content.value("details", "holdout", "0", "heldOut") == "1000")
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
    #expect(report.content.value("otherBreakdowns", "0", "metric") == "refundShare")
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
    let content = report.content
    #expect(content.value("details", "shown", "0", "products", "0") == "pro_yearly (trial)")
    #expect(content.value("details", "purchases", "0", "billingPlan") == "MONTHLY")
    #expect(content.value("details", "purchases", "0", "arms", "0", "paid") == "640")
    #expect(content.value("details", "purchases", "0", "arms", "0", "proceeds") == "25195800")
    #expect(content.value("details", "days", "0", "persons", "1") == "5")
    #expect(content.value("details", "events", "0", "changes", "0") == "running")
  }

  @Test func theVerdictsOfEarlierDaysStandAsTheyWere() throws {
    var report = ReportCase.ship.report
    report.details.verdicts = [
      .init(at: made, decision: "wait", sentence: "Wait: the first week is not over.")
    ]
    let table = try #require(report.tables.first { $0.title == "The verdict as it was" })
    #expect(
      table.rows == [["2 Nov 2026, 09:00 UTC", "wait", "Wait: the first week is not over."]])
    #expect(report.content.value("details", "verdicts", "0", "decision") == "wait")
  }

  @Test func whatIsFinalSaysSo() throws {
    var report = ReportCase.ship.report
    report.primary?.finalAt = report.asOf
    let answer = try #require(
      ResultsSummary(report).answers.first { $0.question == "When is it final?" })
    #expect(answer.answer == "It is" && answer.detail == "everyone's window has closed")
  }
}

extension Content {
  /// What stands at a path of members and places of lists; `nil` if nothing does.
  fileprivate func value(_ path: String...) -> String? {
    var found: Content? = self
    for name in path { found = found?.part(name) }
    return switch found {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case nil, .null, .list, .object, .localised: nil
    }
  }

  private func part(_ name: String) -> Content? {
    switch self {
    case .object(let members): members.first { $0.key == name }?.value
    case .list(let parts): Int(name).flatMap { parts.indices.contains($0) ? parts[$0] : nil }
    case .null, .boolean, .integer, .number, .text, .localised: nil
    }
  }
}
