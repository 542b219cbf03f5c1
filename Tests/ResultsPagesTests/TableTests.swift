@testable import ExperimentReports
import ExperimentResults
import Foundation
import PaywallAPI
import PaywallCatalog
import Testing

@testable import ResultsPages

/// The parts of a report beside its metrics, as a page, a terminal and a spreadsheet show them.
struct TableTests {
  private var report: ExperimentReport {
    var report = ReportCase.ship.report
    report.details.hypothesis = "A free week sells more"
    report.details.shown = [
      VariantPaywall(
        variant: "trial", placement: "onboarding", paywall: "standard-trial",
        products: ["pro_yearly_trial (trial)", "pro_monthly"])
    ]
    report.details.purchases = [
      ProductPurchases(
        product: "pro_yearly_trial",
        arms: [
          ProductPurchases.Arm(
            variant: "trial", started: 1200, trials: 1100, paid: 640, refunded: 12,
            proceeds: 25_195_800)
        ])
    ]
    report.details.events = [
      ReportEvent(
        at: Timestamp(milliseconds: 1_793_610_000_000), release: "5e5e5e5e5e5e5e",
        changes: ["start moved from 2026-11-02T09:00:00Z to 2026-11-03T09:00:00Z"],
        movesStart: true)
    ]
    return report
  }

  @Test func everyPartIsOnThePage() {
    let html = ResultsPage(report).html
    for text in [
      "The variants", "A free week sells more", "standard-trial", "Purchases by variant",
      "1,200", "25,195.80 USD", "Releases and changes",
      "exposures from before the start do not count",
      "Differences and p values", "Settings", "Download the metrics as CSV",
      "paywall experiment rollout",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test(arguments: [
    ("A free week sells more", "Ana", "Hypothesis: A free week sells more. Owner: Ana."),
    (
      "They start with no trial.", "Lumen Inc.",
      "Hypothesis: They start with no trial. Owner: Lumen Inc."
    ),
    ("Is it the price?", "Ana", "Hypothesis: Is it the price? Owner: Ana."),
  ])
  func whatPeopleWroteEndsInOneFullStop(hypothesis: String, owner: String, note: String) {
    var report = report
    (report.details.hypothesis, report.details.owner) = (hypothesis, owner)
    #expect(report.tables.first?.note == note)
  }

  @Test func partsThatAreEmptyAreLeftOut() {
    let titles = ReportCase.wait.report.tables.map(\.title)
    #expect(!titles.contains("Purchases by variant") && !titles.contains("Releases and changes"))
    #expect(ReportCase.wait.report.nextCommand == nil)
    #expect(!ResultsPage(ReportCase.wait.report).html.contains("class=\"next\""))
  }

  @Test func aFileHasEveryVariantOfEveryMetricAsPlainNumbers() throws {
    let lines = report.metricTable.csv.split(separator: "\r\n")
    #expect(lines.count == 1 + report.metrics.reduce(0) { $0 + $1.arms.count })
    #expect(lines[0].hasPrefix("metric,variant,persons,waiting,value,lift,liftLower"))
    let columns = lines[0].split(separator: ",").count
    for line in lines {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == columns)
    }
    let primary = try #require(report.primary)
    let named = try #require(primary.comparisons.first)
    let row = try #require(
      lines.first { $0.hasPrefix("\(primary.name.rawValue),\(named.variant),") })
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    #expect(Double(cells[5]) == named.comparison.relative?.estimate)
  }

  @Test func theFilesOfThePageAreWhatCommandsPrint() throws {
    let address = #/href="data:[a-z/]+;charset=utf-8;base64,([A-Za-z0-9+/=]+)"/#
    let files = ResultsPage(report).html.matches(of: address).compactMap {
      Data(base64Encoded: String($0.output.1))
    }
    #expect(files.count == 2 && files.first == Data(report.metricTable.csv.utf8))
    let json = try JSONSerialization.jsonObject(with: try #require(files.last)) as? [String: Any]
    #expect(json?["experiment"] as? String == report.experiment)
    #expect((json?["verdict"] as? [String: Any])?["decision"] as? String == "ship")
  }

  @Test func aCellThatASpreadsheetWouldComputeDoesNot() {
    let table = ResultsTable(
      title: "T", columns: ["a", "b"], rows: [["=1+1", "x, \"y\""], ["-0.5", "@now"]])
    #expect(table.csv == "a,b\r\n'=1+1,\"x, \"\"y\"\"\"\r\n-0.5,'@now\r\n")
  }

  @Test func longTablesAreFolded() {
    var report = report
    report.details.days = (1...30).map {
      ReportDay(date: "2026-11-\($0)", persons: [$0, $0], comparisons: [])
    }
    let html = ResultsPage(report).html
    #expect(html.contains("Day by day <small>30 rows</small></summary>"))
  }
}
