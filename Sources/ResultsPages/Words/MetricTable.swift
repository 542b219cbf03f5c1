package import ExperimentReports
import ExperimentResults
import PaywallCatalog

extension ExperimentReport {
  /// Every metric and variant in one table of plain numbers.
  package var metricTable: ResultsTable {
    func number(_ value: Double?) -> String {
      value.flatMap { $0.isFinite ? "\($0)" : nil } ?? ""
    }
    func effect(_ effect: Effect?) -> [String] {
      [
        number(effect?.estimate), number(effect?.sequential.lower),
        number(effect?.sequential.upper), number(effect?.sequentialP),
      ]
    }
    return ResultsTable(
      title: "Metrics",
      columns: [
        "metric", "variant", "persons", "waiting", "value", "lift", "liftLower", "liftUpper",
        "liftP", "difference", "differenceLower", "differenceUpper", "differenceP", "correctedP",
      ],
      rows: metrics.flatMap { metric in
        metric.arms.map { arm -> [String] in
          let named = metric.comparisons.first { $0.variant == arm.variant }
          var cells = [
            metric.name.rawValue, arm.variant, "\(arm.persons)", "\(arm.waiting)",
            number(arm.value(metric.kind)),
          ]
          cells += effect(named?.comparison.relative)
          cells += effect(named?.comparison.absolute)
          cells.append(number(named?.correctedP))
          return cells
        }
      })
  }
}
