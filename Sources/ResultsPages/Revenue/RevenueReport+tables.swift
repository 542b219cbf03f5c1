package import ExperimentReports
import ExperimentResults
import PaywallCatalog

extension RevenueReport {
  /// The months that people are shown; `--json` has all of them.
  var shownMonths: [Month] { months.suffix(24) }

  package var tables: [ResultsTable] {
    [
      movements, customers, sales, conversions, retention, revenueRetention,
      table("By product", of: products, "Product"),
      table("By storefront", of: storefronts, "Storefront", unnamed: "unknown"),
      table("By offer", of: offers, "Offer", unnamed: "no offer"),
    ].filter { !$0.rows.isEmpty }
  }

  func money(_ milliunits: Int64) -> String { Wording.money(Double(milliunits), base) }

  /// Without the currency, which a table names in its title.
  private func amount(_ milliunits: Int64) -> String {
    String(money(milliunits).prefix { $0 != " " })
  }

  var movements: ResultsTable {
    ResultsTable(
      title: "Recurring revenue by month, \(base)",
      note:
        "Start + new + expansion + reactivation − contraction − churn = end. 'Rates only' is what exchange rates alone added to expansion and contraction.",
      columns: [
        "Month", "Start", "New", "Expansion", "Reactivation", "Contraction", "Churn", "End",
        "Rates only",
      ],
      rows: shownMonths.map { month in
        let moved = month.recurring
        return [words(of: month)]
          + [
            moved.start, moved.new, moved.expansion, moved.reactivation, -moved.contraction,
            -moved.churn, moved.end, moved.rates,
          ].map(amount)
      })
  }

  var customers: ResultsTable {
    ResultsTable(
      title: "Customers and subscriptions by month",
      note: "Paid subscriptions and trials are those that run at the end of the month.",
      columns: [
        "Month", "Customers at start", "Won", "Lost", "Customer churn", "Revenue churn",
        "Paid subscriptions", "Trials",
      ],
      rows: shownMonths.map { month in
        let moved = month.recurring
        return [words(of: month)]
          + [moved.customers, moved.won, moved.lost].map { Wording.count($0) } + [
            Self.share(Double(moved.lost), of: Double(moved.customers)),
            Self.share(Double(moved.churn), of: Double(moved.start)),
            Wording.count(month.subscriptions), Wording.count(month.trials),
          ]
      })
  }

  var sales: ResultsTable {
    ResultsTable(
      title: "Sales by month, \(base)",
      note:
        "Everything that was paid, in the month of the payment, and given back, in that of the refund.",
      columns: ["Month"] + Self.salesColumns,
      rows: shownMonths.map { [words(of: $0)] + cells($0.sales) })
  }

  var conversions: ResultsTable {
    ResultsTable(
      title: "Trials by the week of their start",
      note: "The share is of the trials that are over.",
      columns: ["Week from", "Started", "Still open", "Converted", "Share"],
      rows: trials.suffix(26).map { week in
        [Wording.day(week.start)]
          + [week.started, week.open, week.converted].map { Wording.count($0) }
          + [Self.share(Double(week.converted), of: Double(week.started - week.open))]
      })
  }

  var retention: ResultsTable {
    table(
      "Retention by the month of the first payment",
      "The share of the customers whose subscription runs at the end of that month (0) and of each one after it; the newest is of now."
    ) { cohort, month in
      Self.share(Double(cohort.months[month].customers), of: Double(cohort.customers))
    }
  }

  var revenueRetention: ResultsTable {
    table(
      "Revenue retention by the month of the first payment",
      "What these customers pay each month, as a share of what their first payments came to."
    ) { cohort, month in
      Self.share(Double(cohort.months[month].recurring), of: Double(cohort.recurring))
    }
  }

  /// The months since the first payment that are shown.
  static let shownAges = 13

  private func table(
    _ title: String, _ note: String, cell: (Cohort, Int) -> String
  ) -> ResultsTable {
    let shown = cohorts.suffix(12)
    let ages = 0..<min(Self.shownAges, shown.map(\.months.count).max() ?? 0)
    return ResultsTable(
      title: title, note: note, columns: ["Month", "Customers"] + ages.map { "\($0)" },
      rows: shown.map { cohort in
        [ResultsWords.month(cohort.start), Wording.count(cohort.customers)]
          + ages.map { $0 < cohort.months.count ? cell(cohort, $0) : "" }
      })
  }

  private func table(
    _ title: String, of sales: [Sales], _ column: String, unnamed: String = ""
  ) -> ResultsTable {
    ResultsTable(
      title: "\(title), \(base)",
      note:
        "Payments since \(Wording.day(salesSince)), and what was given back of them.",
      columns: [column] + Self.salesColumns,
      rows: sales.map { [$0.name.isEmpty ? unnamed : $0.name] + cells($0) })
  }

  private static let salesColumns = [
    "Payments", "Refunds", "Gross", "Given back", "Commission", "Net",
  ]

  private func cells(_ sales: Sales) -> [String] {
    [sales.payments, sales.refunded].map { Wording.count($0) }
      + [sales.gross, -sales.refunds, -sales.commission, sales.net].map(amount)
  }

  /// `Nov 2026`; the month that is not over says so.
  private func words(of month: Month) -> String {
    ResultsWords.month(month.start) + (isOver(month) ? "" : ", so far")
  }

  func isOver(_ month: Month) -> Bool { month.start.adding(Period(months: 1)) <= asOf }

  static func share(_ part: Double, of all: Double) -> String {
    all > 0 ? Wording.percent(part / all) : "–"
  }
}

extension ResultsWords {
  /// `Nov 2026`
  static func month(_ moment: Timestamp) -> String {
    Wording.day(moment).split(separator: " ").dropFirst().joined(separator: " ")
  }
}
