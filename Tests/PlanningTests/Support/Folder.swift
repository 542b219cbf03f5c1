import PaywallCatalog
import CatalogFiles
import Testing

/// A configuration as text, by path, and the result of loading it.
struct Folder {
  var files: [String: String]

  /// Replaces a text that must be there, once.
  func replacing(_ old: String, by new: String, in path: String) -> Folder {
    var folder = self
    guard let text = files[path], let range = text.range(of: old) else {
      Issue.record("'\(old)' is not in \(path)")
      return self
    }
    folder.files[path] = text.replacingCharacters(in: range, with: new)
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
    let (snapshot, report) = Loader.load(
      ConfigurationFiles(files: files.mapValues { Array($0.utf8) }))
    try #require(!report.hasErrors, "\(report.diagnostics)")
    return try #require(snapshot)
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map {
      $0..<(index($0, offsetBy: part.count, limitedBy: endIndex) ?? endIndex)
    }
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
