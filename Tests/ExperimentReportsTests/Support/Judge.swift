import ExperimentReports
import ExperimentResults
import Foundation
import PaywallCatalog

/// DuckDB with the SQL that a report prints.
struct Judge {
  /// A Python with DuckDB, if `PAYWALL_TEST_DUCKDB` names one.
  static let python = ProcessInfo.processInfo.environment["PAYWALL_TEST_DUCKDB"]

  typealias Row = [String: String?]

  let tables: [String: [Row]]

  /// - Parameter folder: the folder that `exportTables` wrote.
  init(_ folder: String, sql: String, python: String) throws {
    let script = folder + "/report.sql"
    try sql.write(toFile: script, atomically: true, encoding: .utf8)
    guard
      let judge = Bundle.module.url(
        forResource: "judge", withExtension: "py", subdirectory: "Judge")
    else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      python.split(separator: " ").map(String.init) + [judge.path, folder, script]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    tables = try JSONDecoder().decode([String: [Row]].self, from: data)
  }

  /// Returns the numbers of a report, in the judge's words.
  static func words(_ report: ExperimentReport) -> [String] {
    var words: [String] = []
    for metric in report.metrics {
      for arm in metric.arms where arm.persons + arm.waiting > 0 {
        words.append(Self.words(arm, metric.name.rawValue))
      }
    }
    for part in report.funnels where part.shown + part.waiting > 0 {
      let counts = [part.shown, part.started, part.paid, part.renewed, part.waiting]
      words.append(line("funnel \(part.variant)", counts.map(String.init)))
    }
    for curve in report.proceeds {
      for point in curve.points {
        words.append(
          line("day \(point.day) \(curve.variant)", ["\(point.persons)", "\(point.total)"]))
      }
    }
    let left = report.exclusions
    let withoutRate = left.withoutRate.reduce(0) { $0 + $1.transactions }
    let counts = [
      left.heldOut, left.severalCustomers, left.conflicted, left.joinedUnits, left.familyShared,
      left.beforeExposure, left.withoutPrice, withoutRate, left.beganLate ?? 0,
    ]
    words.append(line("excluded", counts.map(String.init)))
    for breakdown in report.breakdowns {
      for row in breakdown.rows {
        for arm in row.arms where arm.persons + arm.waiting > 0 {
          words.append(
            line(
              "by \(breakdown.dimension) \(row.value) \(arm.variant)",
              [
                "\(arm.persons)", "\(arm.waiting)", "\(arm.moments.sum)",
                "\(arm.moments.denominatorSum)",
              ]))
        }
      }
    }
    return words
  }

  private static func words(_ arm: ReportArm, _ metric: String) -> String {
    let moments = arm.moments
    let sums: [Int128] = [
      moments.sum, moments.squares, moments.denominatorSum, moments.ratioProducts,
      arm.raw?.sum ?? moments.sum, moments.covariateSum, moments.covariateSquares,
      moments.covariateProducts, moments.denominatorCovariateProducts,
    ]
    let counts = [arm.persons, arm.waiting, arm.erased]
    return line("\(metric) \(arm.variant)", counts.map(String.init) + sums.map(String.init))
  }

  private static func line(_ name: String, _ numbers: [String]) -> String {
    "\(name): " + numbers.joined(separator: " ")
  }

  private static let columns = [
    "metrics": [
      "persons", "waiting", "erased", "total", "squares", "denominator", "products", "raw_total",
      "covariate", "covariate_squares", "covariate_products", "covariate_denominator",
    ],
    "funnel": ["shown", "started", "paid", "renewed", "waiting"],
    "proceeds": ["persons", "total"],
    "exclusions": [
      "held_out", "several_customers", "conflicted", "joined_units", "family_shared",
      "before_exposure", "without_price", "without_rate", "began_late",
    ],
    "breakdowns": ["persons", "waiting", "total", "denominator"],
  ]

  var words: [String] {
    Self.columns.flatMap { table, columns in
      (tables[table] ?? []).map { row in
        func cell(_ name: String) -> String { (row[name] ?? nil) ?? "0" }
        let name =
          switch table {
          case "metrics": "\(cell("metric")) \(cell("variant"))"
          case "funnel": "funnel \(cell("variant"))"
          case "breakdowns": "by \(cell("dimension")) \(cell("value")) \(cell("variant"))"
          case "proceeds": "day \(cell("day")) \(cell("variant"))"
          default: "excluded"
          }
        return Self.line(name, columns.map(cell))
      }
    }
  }
}
