@testable import ExperimentReports
import PaywallCatalog
import Testing

@testable import ResultsPages

@Suite struct RevenuePageTests {
  private static func moment(_ day: String) -> Timestamp {
    Timestamp(rfc3339: "\(day)T00:00Z") ?? Timestamp(milliseconds: 0)
  }

  /// A month and a half.
  private static var report: RevenueReport {
    var report = RevenueReport(
      environment: .production, asOf: moment("2026-02-15"), computedAt: moment("2026-02-15"),
      release: String(repeating: "5e", count: 32), base: "USD", commission: "30%",
      salesSince: moment("2025-03-01"))
    var january = RevenueReport.Month(start: moment("2026-01-01"))
    january.recurring = .init(new: 1_234_560, end: 1_234_560, won: 100)
    january.subscriptions = 100
    january.sales = .init(
      payments: 120, refunded: 2, gross: 2_000_000, refunds: 100_000, net: 1_330_000)
    var february = RevenueReport.Month(start: moment("2026-02-01"))
    february.recurring = .init(
      start: 1_234_560, expansion: 20_000, contraction: 4_560, churn: 250_000, end: 1_000_000,
      rates: 15_440, customers: 100, lost: 20)
    february.trials = 7
    report.months = [january, february]
    report.trials = [.init(start: moment("2026-01-05"), started: 12, converted: 3, open: 2)]
    report.cohorts = [
      .init(
        start: moment("2026-01-01"), customers: 100, recurring: 1_250_000,
        months: [
          .init(customers: 100, recurring: 1_234_560), .init(customers: 80, recurring: 1_000_000),
        ])
    ]
    report.products = [.init(name: "pro", payments: 120, gross: 2_000_000, net: 1_400_000)]
    report.offers = report.products.map { sales in
      var sales = sales
      sales.name = ""
      return sales
    }
    return report
  }

  private static func rows(_ title: String) -> [[String]] {
    report.tables.first { $0.title.hasPrefix(title) }?.rows ?? []
  }

  @Test("The tables show each month with the terms of its sum")
  func tables() {
    #expect(
      Self.rows("Recurring") == [
        ["Jan 2026", "0.00", "1,234.56", "0.00", "0.00", "0.00", "0.00", "1,234.56", "0.00"],
        [
          "Feb 2026, so far", "1,234.56", "0.00", "20.00", "0.00", "-4.56", "-250.00", "1,000.00",
          "15.44",
        ],
      ])
    // 20 of 100 customers, and 250 of 1,234.56.
    #expect(
      Self.rows("Customers").last == [
        "Feb 2026, so far", "100", "0", "20", "20%", "20.3%", "0", "7",
      ])
    // 2,000 − 100 − 570 = 1,330
    #expect(
      Self.rows("Sales").first == [
        "Jan 2026", "120", "2", "2,000.00", "-100.00", "-570.00", "1,330.00",
      ])
    // 3 of the 10 that are over.
    #expect(Self.rows("Trials") == [["5 Jan 2026", "12", "2", "3", "30%"]])
    #expect(Self.rows("Retention") == [["Jan 2026", "100", "100%", "80%"]])
    #expect(Self.rows("Revenue retention") == [["Jan 2026", "100", "98.8%", "80%"]])
    #expect(Self.rows("By offer").map(\.first) == ["no offer"])
    #expect(Self.rows("By storefront").isEmpty)
  }

  @Test("Each chart has its numbers in words, and each table a name")
  func alternatives() {
    let html = RevenuePage(Self.report).html
    #expect(
      html.contains(
        #"aria-label="Recurring revenue by month from Jan 2026 to Feb 2026, in the end recurring 1,000.00 USD; the table below has the numbers""#
      ))
    #expect(
      html.contains(
        #"aria-label="What is left of all customers by month from month 0 to month 1, in the end customers 80%, revenue 80%; the table below has the numbers""#
      ))
    let pictures = html.components(of: "<svg").filter { $0.contains("role=\"img\"") }
    #expect(pictures.allSatisfy { $0.contains("aria-label=\"") })
    #expect(html.components(of: "class=\"wide\"").allSatisfy { $0.contains("aria-label=\"") })
  }

  @Test("The page defines its numbers, and names what it leaves out")
  func definitions() {
    var report = Self.report
    report.leftOut.withoutRate = [.init(currency: "NGN", transactions: 3, total: 9_900_000)]
    report.leftOut.shared = 2
    let html = RevenuePage(report).html
    for words in [
      "a week × 52/12, a year ÷ 12", "30%, from &#39;commission&#39;",
      "the taxes of many countries",
      "3 payments of 9,900.00 NGN in all", "2 transactions of family members",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!RevenuePage(Self.report).html.contains("Left out"))
  }

  @Test("No name of a product, a storefront or an offer is markup")
  func escaping() {
    var report = Self.report
    let hostile = "<script>\"'&"
    report.products[0].name = hostile
    report.storefronts = report.products
    report.offers = report.products
    report.leftOut.withoutRate = [.init(currency: hostile, transactions: 1, total: 1)]
    report.base = hostile
    let html = RevenuePage(report).html
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;&quot;&#39;&amp;"))
  }

  @Test("A ledger without purchases says what to do, and a page of tests that it is one")
  func empty() {
    var report = Self.report
    report.months = []
    report.environment = .sandbox
    let html = RevenuePage(report, for: ResultsReader(usual: .production)).html
    #expect(html.contains("Nothing was bought yet"))
    #expect(html.contains("Purchases of the environment sandbox only."))
    #expect(html.contains(#"<a href="/results?environment=sandbox">All experiments</a>"#))
    #expect(html.contains(#"<a href="/revenue?environment=sandbox">Revenue</a>"#))
  }
}

extension String {
  /// The parts behind each place of a text, up to the end of the tag.
  fileprivate func components(of text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...].prefix { $0 != ">" } }
  }
}
