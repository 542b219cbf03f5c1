package import PaywallCatalog
import Serving

/// JSON Schemas (2020-12) with which editors help to write the files of a folder: one for each kind
/// of file, with the names of the folder.
package enum Schemas {
  /// A schema for each kind of file, always all and in the same order, regardless of mistakes. The
  /// name is that of the kind: `experiment`, for a file called `experiment.json`.
  package static func schemas(
    for files: ConfigurationFiles
  ) -> [(name: String, content: Content)] {
    let folder = Folder(files)
    return FileKind.allCases.map { ($0.rawValue, $0.schema(for: folder)) }
  }

  /// The text of the file, formatted for small differences: two spaces a level, one member or item
  /// a line, a line break at the end.
  package static func text(of schema: Content) -> String { IndentedJSON(schema).text }

  /// The comment that tells editors which schema a file has, for its first line: the path of a file
  /// from the folder that holds `Paywalls` and `Experiments`, and that of the schemas from there.
  /// `nil` for files that have none.
  package static func modeline(for path: String, schemas folder: String = ".schema") -> String? {
    guard let kind = FileKind(Layout(path: path)) else { return nil }
    let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
    return "# yaml-language-server: $schema=\(up)\(folder)/\(kind.rawValue).json"
  }
}
