package import Catalog

/// Files become a snapshot, or every mistake in them is reported at once.
package enum Loader {
  /// Reads the folder that holds `Paywalls` and `Experiments`. There is a snapshot exactly if the
  /// report has no errors.
  package static func load(_ folder: String) -> (snapshot: Snapshot?, report: Report) {
    let (files, diagnostics) = ConfigurationFiles.read(folder)
    return (nil, Report(diagnostics: diagnostics, sources: [:], fileCount: files.files.count))
  }

  package static func load(_ files: ConfigurationFiles) -> (snapshot: Snapshot?, report: Report) {
    (nil, Report(diagnostics: [], sources: [:], fileCount: files.files.count))
  }
}
