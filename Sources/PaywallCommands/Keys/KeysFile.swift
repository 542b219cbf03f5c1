import ArgumentParser
import CatalogFiles
import CommandSupport
import PaywallCatalog
import Serving
import YAMLText

/// `Paywalls/store/keys.yaml`, which may not exist yet.
struct KeysFile {
  static let path = ConfigurationPath.keys

  private let editor: ConfigurationEditor
  private let document: Document?

  init(_ editor: ConfigurationEditor) {
    self.editor = editor
    document = editor.files.files[Self.path].map { Document.parse($0, path: Self.path).0 }
  }

  /// Returns the text with one more key.
  func text(adding key: APIKey) throws -> String {
    guard let document, let root = document.root else {
      return try beginning(with: Self.entry(key.name, key.role.rawValue, key.digest))
    }
    guard root.entry("keys") != nil else {
      throw Failure(
        .no, "\(Self.path) has no entry 'keys', so nothing was changed",
        help: "replace its content with 'keys: {}'")
    }
    return try text(
      after: .insert(
        ["keys", key.name],
        .mapping(
          [
            YAMLValue.Member("role", .text(key.role.rawValue)),
            YAMLValue.Member("digest", .text(key.digest)),
          ], .flow)))
  }

  /// Returns the line of an entry.
  static func entry(_ name: String, _ role: String, _ digest: String) -> String {
    "  \(name): { role: \(role), digest: \(digest) }"
  }

  /// Returns the text with its first entry; a file without content keeps its comments.
  private func beginning(with entry: String) throws -> String {
    var text = document?.source.text ?? ""
    if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
    return "\(text)keys:\n\(entry)\n"
  }

  /// - Throws: a failure with the line to edit by hand.
  func text(after edit: Edit) throws -> String {
    guard let document else { return "keys: {}\n" }
    return try document.text(after: [edit], for: editor.console)
  }
}

extension CompletionKind {
  /// Names of API keys, from the configuration.
  static var keys: CompletionKind {
    .custom { words, _, _ in
      let files = ConfigurationFiles.read(folder(in: words)).0
      return (Loader.load(files).snapshot?.keys.map(\.name)).map { $0.sorted() } ?? []
    }
  }
}
