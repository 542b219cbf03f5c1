@testable import ExperimentReports
import ExperimentResults
import PaywallCatalog
import Testing

@testable import ResultsPages

/// The effect over time, as a page draws it.
struct EffectTests {
  /// Ten days with 100 new people of each variant a day. 4 % of the control pay; of the variant twice as many
  /// at first, and 6 % after ten days.
  private static let payers = [8, 16, 24, 30, 36, 42, 47, 52, 56, 60]

  private func report(days: Int) -> ExperimentReport {
    var report = ReportCase(goal: .paidRate).report
    report.details.days = (1...days).map { day in
      ReportDay(
        date: "2026-11-\(day < 10 ? "0" : "")\(day)", persons: [100, 100],
        comparisons: [
          NamedComparison(
            variant: "trial",
            comparison: Comparison(
              .proportion, control: Moments(units: 100 * day, successes: 4 * day),
              variant: Moments(units: 100 * day, successes: Self.payers[day - 1])))
        ])
    }
    return report
  }

  private func section(_ report: ExperimentReport) throws -> Substring {
    let html = ResultsPage(report).html
    let start = try #require(html.firstRange(of: "<h2 id=\"effect\">"))
    return html[start.lowerBound...].split(separator: "</section>", maxSplits: 1)[0]
  }

  private func texts(_ part: Substring, of pattern: Regex<(Substring, Substring)>) -> [Substring] {
    part.matches(of: pattern).map(\.output.1)
  }

  /// A lift is defined from the third day on: 12 payers are more than three standard errors from none.
  @Test func aNoveltySinks() throws {
    let section = try section(report(days: 10))
    #expect(section.contains("The effect over time <small>people who pay, against control</small>"))
    let line = try #require(section.firstMatch(of: /class="line c1" d="M([^"]+)"/)?.output.1)
    let points = line.split(separator: "L").map { point in
      point.split(separator: " ").compactMap { Double($0) }
    }
    #expect(points.map { $0[0] } == [222.22, 333.33, 444.44, 555.56, 666.67, 777.78, 888.89, 1000])
    // Downwards is less, and no effect is below all of it.
    #expect(zip(points, points.dropFirst()).allSatisfy { $0[1] < $1[1] })
    #expect(points.allSatisfy { (0...1000).contains($0[1]) })
    #expect(section.contains("</span>trial: +50% ("))
    let band = try #require(section.firstMatch(of: /class="spread c1" d="M([^"]+)Z"/)?.output.1)
    #expect(band.split(separator: "L").count == 2 * points.count)
  }

  /// 360 pixels have room for six days as `10 Nov`, and for the last one beside no other.
  @Test func theDaysStandBesideEachOther() throws {
    let section = try section(report(days: 10))
    #expect(
      texts(section, of: /y="250" text-anchor="\w+">([^<]+)</)
        == ["1 Nov", "3 Nov", "5 Nov", "7 Nov", "10 Nov"])
    let places = texts(section, of: /<text x="([^"]+)%" y="250"/).compactMap { Double($0) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 15 })
  }

  @Test func theTableHasTheNumbersOfTheDrawing() throws {
    let section = try section(report(days: 10))
    #expect(
      section.contains(
        "<th scope=\"row\">1 Nov</th><td class=\"number\">–</td><td class=\"number\">0</td>"))
    let row = /10 Nov<\/th><td class="number">([^<]+)<\/td><td class="number">([^<]+)</
    let last = try #require(section.firstMatch(of: row))
    #expect(last.output.1.hasPrefix("+50% (") && last.output.2 == "2,000")
  }

  /// Only one of three days has a lift.
  @Test func oneDayIsNoLine() {
    #expect(!ResultsPage(report(days: 3)).html.contains("The effect over time"))
    #expect(!ResultsPage(ReportCase.empty.report).html.contains("The effect over time"))
  }
}
