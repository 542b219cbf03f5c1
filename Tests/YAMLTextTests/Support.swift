import Testing
import YAMLText

/// A document that must be readable.
func read(_ text: String) throws -> Document {
  let (document, diagnostics) = Document.parse(text, path: "x.yaml")
  try #require(diagnostics == [], "\(diagnostics.map(\.message))")
  return document
}

extension Node {
  subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }

  var scalars: [Node] {
    switch value {
    case .scalar: [self]
    case .sequence(let items, _): items.flatMap(\.scalars)
    case .mapping(let entries, _): entries.flatMap(\.value.scalars)
    }
  }
}

extension Document {
  /// Returns the text at a range.
  func written(at range: SourceRange) -> String {
    source.text(in: range.start.offset..<range.end.offset)
  }
}

extension SourceRange {
  /// `line:column-line:column`.
  var words: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}
