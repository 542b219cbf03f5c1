internal import YAMLText

/// The files of a configuration, each parsed as YAML once: for two configurations that differ in
/// one file, only that file is parsed again.
package struct ParsedFiles: Sendable {
  package private(set) var files: ConfigurationFiles
  private var documents: [String: Parsed]

  private struct Parsed: Sendable {
    var document: Document
    var diagnostics: [Diagnostic]
  }

  package init(_ files: ConfigurationFiles) {
    self.files = files
    documents = [:]
    for (path, bytes) in files.files where Layout(path: path).isYAML {
      documents[path] = Self.parse(bytes, path)
    }
  }

  /// With other bytes in one file; `nil` removes it.
  package func replacing(_ path: String, with bytes: [UInt8]?) -> ParsedFiles {
    var changed = self
    changed.files.files[path] = bytes
    changed.documents[path] = bytes.map { Self.parse($0, path) }
    return changed
  }

  /// A file that is read as YAML.
  func document(_ path: String) -> (Document, [Diagnostic])? {
    documents[path].map { ($0.document, $0.diagnostics) }
  }

  private static func parse(_ bytes: [UInt8], _ path: String) -> Parsed {
    let (document, diagnostics) = Document.parse(bytes, path: path)
    return Parsed(document: document, diagnostics: diagnostics)
  }
}

extension Layout {
  /// Whether files of this layout are parsed as YAML.
  fileprivate var isYAML: Bool {
    switch self {
    case .ignored, .misplaced, .certificate, .storeKit: false
    default: true
    }
  }
}
