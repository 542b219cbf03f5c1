@testable import ExperimentReports
import ExperimentResults
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import Testing

@testable import ResultsPages

/// The parts of the page, as a reader finds them.
struct PageTests {
  @Test(arguments: ReportCase.all.map(\.name))
  func everyPageAnswersEightQuestions(name: String) throws {
    let report = try #require(ReportCase.all.first { $0.name == name }?.report)
    let answers = ResultsSummary(report).answers
    #expect(answers.count == 8)
    #expect(answers.allSatisfy { !$0.answer.isEmpty && !$0.detail.isEmpty })
    let html = ResultsPage(report).html
    for answer in answers { #expect(html.contains(("\(text: answer.answer)" as Markup).text)) }
  }

  @Test(arguments: ReportCase.all.map(\.name))
  func noPageRunsScriptOrLoadsAnything(name: String) throws {
    let report = try #require(ReportCase.all.first { $0.name == name }?.report)
    let html = ResultsPage(report).html
    for word in [
      "<script", "<link", "<img", "src=", "url(", "javascript:", "@import", "http:", "https:",
    ] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test func everyVerdictHasItsWord() {
    func word(_ report: ExperimentReport) -> String { report.verdict.decision.words }
    #expect(word(ReportCase.ship.report) == "Ship trial")
    #expect(word(ReportCase.wait.report) == "Wait")
    #expect(word(ReportCase.broken.report) == "Broken")
    #expect(word(ReportCase.immature.report) == "Wait")
    #expect(word(ReportCase.veto.report) == "Stop")
  }

  /// Numbers of a broken experiment must not look like a result.
  @Test func whileSomethingIsBrokenNothingIsAhead() {
    let summary = ResultsSummary(ReportCase.broken.report)
    #expect(summary.answers[0].answer == "Unknown")
    #expect(summary.answers[5].answer == "Unknown")
    let html = ResultsPage(ReportCase.broken.report).html
    #expect(html.contains("do not decide by them"))
    #expect(!html.contains("class=\"change good\""))
  }

  @Test func aHarmedGuardrailIsNamed() {
    let answer = ResultsSummary(ReportCase.veto.report).answers[5]
    #expect(answer.answer == "Worse: refunded purchases")
    #expect(answer.tone == .bad)
  }

  /// 215 of 21,410: 212 with several customers and 3 of the holdout, who are not among the 21,195.
  @Test func peopleWhoAreLeftOutAreCounted() {
    let answer = ResultsSummary(ReportCase.ship.report).answers[6]
    #expect(answer.answer == "215 people (1%)")
    #expect(answer.detail == "of 21,410 people; reasons below")
    let html = ResultsPage(ReportCase.ship.report).html
    #expect(html.contains("212 people"))
    #expect(
      html.contains("Looked for, and not found: no price, no time, erased early, erased before."))
  }

  @Test func aPlannedBreakdownIsOpenAndOthersAreFolded() throws {
    var report = ReportCase.ship.report
    var planned = try #require(report.breakdowns.first)
    planned.dimension = "platform"
    planned.isExploratory = false
    report.breakdowns.insert(planned, at: 0)
    let html = ResultsPage(report).html
    let open = try #require(html.firstRange(of: "<h4>By platform"))
    let rest = try #require(html.firstRange(of: "<h3>Exploratory"))
    #expect(open.lowerBound < rest.lowerBound)
    #expect(html[rest.lowerBound...].contains("<details><summary>By storefront"))
    #expect(!html.contains("<details><summary>By platform"))
  }

  /// Half of what people spend, or none of it, follows from what they had spent before.
  @Test(arguments: [(10, "takes 50% of the noise away"), (0, nil)])
  func whatAnAdjustmentBroughtIsSaid(slope: Int64, words: String?) throws {
    var (control, variant) = (Moments(), Moments())
    for index in 0..<1000 {
      let (before, noise) = (Int64(index % 10), Int64((index / 10) % 10))
      control.add(slope * before + 10 * noise, covariate: before)
      variant.add(slope * before + 10 * noise + 5, covariate: before)
    }
    var report = ReportCase.ship.report
    report.primary?.comparisons = [
      NamedComparison(
        variant: "trial", comparison: Comparison(.mean, control: control, variant: variant))
    ]
    let html = ResultsPage(report).html
    #expect(
      html.contains("Differences are adjusted by what people had spent before") == (words != nil))
    if let words { #expect(html.contains(words)) }
    #expect(String(describing: report.content).contains("varianceRemoved") == (words != nil))
  }

  @Test func whoBoughtTooLateIsCountedWhereTheGoalHasSuchARule() {
    var report = ReportCase.ship.report
    #expect(!ResultsPage(report).html.contains("Began late"))
    report.exclusions.beganLate = 17
    #expect(ResultsPage(report).html.contains("Began late"))
    #expect(report.exclusions.rows.contains { $0.name == "Began late" && $0.count == "17 people" })
  }

  @Test func rowsOfNewAndReturningPeopleAreNamed() throws {
    var report = ReportCase.ship.report
    var breakdown = try #require(report.breakdowns.first)
    breakdown.dimension = "new"
    breakdown.rows[0].value = "true"
    breakdown.rows[1].value = "false"
    #expect(breakdown.rows.map { breakdown.words(of: $0) } == ["new", "returning"])
    report.breakdowns = [breakdown]
    let html = ResultsPage(report).html
    #expect(html.contains("By new or returning"))
    #expect(html.contains("</span>returning <small>trial</small>"))
  }

  @Test func everyIdIsUnique() {
    for (name, report) in ReportCase.all {
      let ids = ResultsPage(report).html.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count, "\(name)")
    }
  }

  @Test func theListHasEveryExperimentOnce() {
    let rows = ReportCase.all.map { name, report in
      ResultsList.Row(
        id: name, title: name, isRunning: name != "ship", stage: "running", placements: ["x"],
        outcome: .report(report))
    }
    let html = ResultsList(
      rows: rows, asOf: Timestamp(milliseconds: 1_800_000_000_000), environment: .production,
      for: ResultsReader(usual: .production)
    ).html
    for (name, _) in ReportCase.all {
      #expect(html.split(separator: "href=\"/results/\(name)\"").count == 2)
    }
    #expect(html.contains("Paused and ended"))
  }
}
