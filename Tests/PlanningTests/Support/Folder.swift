import CatalogFiles
import PaywallCatalog
import TestSupport
import Testing

/// A configuration as text, by path, and the result of loading it.
struct Folder {
  var files: [String: String]

  /// Replaces a text that must be there, once.
  func replacing(_ old: String, by new: String, in path: String) -> Folder {
    var folder = self
    guard let text = files[path], text.contains(old) else {
      Issue.record("'\(old)' is not in \(path)")
      return self
    }
    folder.files[path] = text.replacing(old, with: new, maxReplacements: 1)
    return folder
  }

  func removing(_ path: String) -> Folder {
    var folder = self
    folder.files[path] = nil
    return folder
  }

  func adding(_ path: String, _ text: String) -> Folder {
    var folder = self
    folder.files[path] = text
    return folder
  }

  func load() throws -> Snapshot {
    let (snapshot, report) = Loader.load(ConfigurationFiles(files: files.bytes))
    try #require(!report.hasErrors, "\(report.diagnostics)")
    return try #require(snapshot)
  }
}
