import CatalogFiles
import Serving
import YAMLText

extension LoadedFolder {
  /// Reads a folder of YAML; diagnostics as `paywall check` prints them.
  package static let catalogFiles: FolderLoader = { folder in
    let reading = Loader.read(folder, .oneThread)
    let report = reading.report
    func texts(_ severity: Diagnostic.Severity) -> [String] {
      let shown = report.diagnostics.filter { $0.severity == severity }
      let all = severity == .error ? report.errorCount : report.warningCount
      return shown.map { $0.text(source: report.sources[$0.file]) }
        + (all > shown.count ? ["and \(all - shown.count) more"] : [])
    }
    return LoadedFolder(
      snapshot: reading.snapshot, keys: reading.keys, errors: texts(.error),
      warnings: texts(.warning))
  }
}
