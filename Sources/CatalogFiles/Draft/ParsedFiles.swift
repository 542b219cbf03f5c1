package import Serving
internal import Synchronization

/// The files of a configuration, each parsed as YAML once, and decoded once by the same terms: for
/// two configurations that differ in one file, only that file is parsed and decoded again.
package struct ParsedFiles: Sendable {
  package private(set) var files: ConfigurationFiles
  private var parsed: [String: ParsedFile]
  private let terms = LastTerms()
  let concurrency: Concurrency

  package init(_ files: ConfigurationFiles, _ concurrency: Concurrency = .allCores) {
    self.files = files
    self.concurrency = concurrency
    let all = files.files.map { (path: $0.key, bytes: $0.value) }
    let read = concurrency.map(all) { Self.parse($0.bytes, $0.path) }
    parsed = Dictionary(uniqueKeysWithValues: read.compactMap(\.self).map { ($0.path, $0) })
  }

  /// Returns the files with other bytes in one of them; `nil` removes it.
  package func replacing(_ path: String, with bytes: [UInt8]?) -> ParsedFiles {
    var changed = self
    changed.files.files[path] = bytes
    changed.parsed[path] = bytes.flatMap { Self.parse($0, path) }
    return changed
  }

  /// A file that is read as YAML.
  func file(_ path: String) -> ParsedFile? { parsed[path] }

  /// The terms by which files were last decoded, if they are the same.
  func terms(_ vocabulary: Vocabulary, allowed: AllowedWarnings?) -> DecodingTerms {
    terms.shared(vocabulary, allowed: allowed)
  }

  private static func parse(_ bytes: [UInt8], _ path: String) -> ParsedFile? {
    let layout = Layout(path: path)
    return layout.isYAML ? ParsedFile(bytes, path: path, layout: layout) : nil
  }
}

/// The terms by which files were last decoded.
private final class LastTerms: Sendable {
  private let last = Mutex<DecodingTerms?>(nil)

  func shared(_ vocabulary: Vocabulary, allowed: AllowedWarnings?) -> DecodingTerms {
    last.withLock { last in
      if let last, last.isSame(vocabulary, allowed: allowed) { return last }
      let new = DecodingTerms(vocabulary, allowed: allowed)
      last = new
      return new
    }
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
