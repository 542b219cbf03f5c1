package import ExperimentReports
import ExperimentResults
import PaywallCatalog

extension Breakdown {
  private var kind: ResultDimension? { ResultDimension(rawValue: dimension) }

  /// In headings: `new or returning`.
  package var title: String { kind?.title ?? dimension }

  /// Names a row below the title: `returning`.
  package func words(of row: Row) -> String { kind?.words(row.value) ?? row.value }

  /// Names a row without the title: `returning people`, `storefront USA`.
  package func label(of row: Row) -> String { kind?.label(row.value) ?? row.value }
}
