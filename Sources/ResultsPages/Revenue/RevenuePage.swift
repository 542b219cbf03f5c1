package import ExperimentReports
import ExperimentResults
import HTTPDocuments
import PaywallCatalog

/// Revenue and subscriptions as a page that loads nothing, runs no script and names no person.
package struct RevenuePage: Sendable {
  package var report: RevenueReport
  /// The reader who is signed in; `nil` without a server.
  package var reader: ResultsReader?

  package init(_ report: RevenueReport, for reader: ResultsReader? = nil) {
    self.report = report
    self.reader = reader
  }

  package var html: String {
    let warning =
      report.environment == .production
      ? nil : "Purchases of the environment \(report.environment.rawValue) only."
    let facts = ["money in \(report.base)", "numbers of \(ResultsWords.minute(report.asOf))"]
    let body: Markup = """
      <a class="skip" href="#recurring">Skip to recurring revenue</a>
      <header>
      \(reader?.links(at: "/revenue", showing: report.environment))
      <h1>Revenue</h1>
      <ul class="facts">\(Markup.items(facts))</ul>
      \(warning.map { "<p class=\"asked\">\(text: $0)</p>" as Markup })
      </header>
      <main>
      \(report.months.isEmpty ? Self.nothing : content)
      \(definitions)
      </main>
      <footer><p>Computed from the App Store's signed facts, every one of them.</p></footer>
      """
    return Markup.document("Revenue", body).text
  }

  private static let nothing: Markup = """
    <section><h2>Nothing was bought yet</h2><p class="note">Purchases appear here once the App Store's notifications arrive; <code>paywall appstore backfill</code> fetches earlier ones.</p></section>
    """

  private var content: Markup {
    """
    \(summary)
    \(section("recurring", report.movements, recurringChart))
    \(section("customers", report.customers))
    \(section("sales", report.sales, salesChart))
    \(section("trials", report.conversions))
    \(section("retention", report.retention, retentionChart))
    \(section("revenue-retention", report.revenueRetention))
    \(breakdowns)
    """
  }

  private var summary: Markup {
    let answers = report.answers.map { answer -> Markup in
      """
      <div class="calm"><dt>\(text: answer.question)</dt><dd><b>\(text: answer.answer)</b>\(text: answer.detail)</dd></div>

      """
    }
    return """
      <section class="sheet" aria-label="In short">
      <dl class="answers">
      \(answers)
      </dl>
      </section>
      """
  }

  private func section(
    _ id: String, _ table: ResultsTable, _ chart: MonthChart? = nil
  ) -> Markup? {
    guard !table.rows.isEmpty else { return nil }
    return .section(
      id, table.title,
      """
      \(table.note.map(Markup.note))
      \(chart?.chart?.markup)
      \(Markup.rows(table, style: "sums"))
      """)
  }

  private var breakdowns: [Markup] {
    report.tables.filter { $0.title.hasPrefix("By ") }.enumerated().compactMap {
      section("sales-\($0)", $1)
    }
  }

  private var definitions: Markup {
    let terms = report.definitions.map { term, words -> Markup in
      "<dt>\(text: term)</dt><dd>\(text: words)</dd>\n"
    }
    let leftOut: Markup? =
      report.leftOutWords.isEmpty
      ? nil : "<h3>Left out</h3>\n\(report.leftOutWords.map(Markup.note))"
    return .section(
      "definitions", "What the numbers are",
      """
      <dl class="source">
      \(terms)
      <dt>Release</dt><dd>\(text: String(report.release.prefix(12)))</dd>
      </dl>
      \(leftOut)
      """)
  }

  // MARK: Charts

  private var recurringChart: MonthChart {
    chart("Recurring revenue", [("recurring", { $0.recurring.end })])
  }

  private var salesChart: MonthChart {
    chart("Sales", ofFullMonths: true, [("gross", { $0.sales.gross }), ("net", { $0.sales.net })])
  }

  private func chart(
    _ about: String, ofFullMonths isOver: Bool = false,
    _ lines: [(name: String, value: (RevenueReport.Month) -> Int64)]
  ) -> MonthChart {
    let months = report.shownMonths.filter { !isOver || report.isOver($0) }
    return MonthChart(
      about: about, months: months.map { ResultsWords.month($0.start) },
      lines: lines.map { line in
        MonthChart.Line(name: line.name, values: months.map { Double(line.value($0)) })
      }, text: { Wording.money($0, report.base) })
  }

  /// All cohorts together: of those that are old enough, the share that is left.
  private var retentionChart: MonthChart {
    let ages =
      0..<min(
        RevenueReport.shownAges, report.cohorts.map(\.months.count).max() ?? 0)
    func share(
      _ part: (RevenueReport.Cohort.Point) -> Double, of all: (RevenueReport.Cohort) -> Double
    ) -> [Double?] {
      ages.map { age in
        let old = report.cohorts.filter { $0.months.count > age }
        let whole = old.reduce(0) { $0 + all($1) }
        return whole > 0 ? old.reduce(0) { $0 + part($1.months[age]) } / whole : nil
      }
    }
    return MonthChart(
      about: "What is left of all customers", months: ages.map { "month \($0)" },
      time: "Since the first payment",
      lines: [
        .init(
          name: "customers",
          values: share({ Double($0.customers) }, of: { Double($0.customers) })),
        .init(
          name: "revenue", values: share({ Double($0.recurring) }, of: { Double($0.recurring) })),
      ], text: Wording.percent)
  }
}
