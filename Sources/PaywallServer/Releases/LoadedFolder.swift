package import Catalog

/// What came of reading a folder: a snapshot, unless there are errors.
package struct LoadedFolder: Sendable {
  package var snapshot: Snapshot?
  /// The API keys, also of a folder with errors, unless there are some in `store/keys.yaml` itself.
  package var keys: [APIKey]?
  /// Whole diagnostics, as `paywall check` prints them.
  package var errors: [String]
  package var warnings: [String]

  package init(
    snapshot: Snapshot?, keys: [APIKey]? = nil, errors: [String] = [], warnings: [String] = []
  ) {
    self.snapshot = snapshot
    self.keys = keys ?? snapshot?.keys
    self.errors = errors
    self.warnings = warnings
  }

  /// A release of before with the keys of this folder: whoever lost a key is out, whatever keeps the
  /// rest of the folder from being served. It keeps its own if these cannot be read or let nobody in,
  /// for that may be a mistake, and would open a server that asks for keys.
  ///
  /// - Returns: `nil` if that changes nothing.
  package func keys(takenUpBy release: Snapshot) -> Snapshot? {
    guard let keys, !APIKeys(keys).isEmpty, keys != release.keys else { return nil }
    var snapshot = release
    snapshot.keys = keys
    return snapshot
  }
}

/// Reads the folder that holds `Paywalls` and `Experiments`.
package typealias FolderLoader = @Sendable (_ folder: String) -> LoadedFolder
