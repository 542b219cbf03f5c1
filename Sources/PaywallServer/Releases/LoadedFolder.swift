package import Catalog

/// What came of reading a folder: a snapshot, unless there are errors.
package struct LoadedFolder: Sendable {
  package var snapshot: Snapshot?
  /// Whole diagnostics, as `paywall check` prints them.
  package var errors: [String]
  package var warnings: [String]

  package init(snapshot: Snapshot?, errors: [String] = [], warnings: [String] = []) {
    self.snapshot = snapshot
    self.errors = errors
    self.warnings = warnings
  }
}

/// Reads the folder that holds `Paywalls` and `Experiments`.
package typealias FolderLoader = @Sendable (_ folder: String) -> LoadedFolder
