/// A parsed YAML file: its text and its value.
package struct Document: Sendable {
  package let source: SourceText
  /// `nil` for a file that holds nothing but comments.
  package let root: Node?
  /// The mistakes of the text; a document with errors cannot be edited.
  package let diagnostics: [Diagnostic]
  /// The number of further errors, which are not kept.
  package let omitted: Int

  /// The most diagnostics of a text; the rest is counted.
  package static let mostDiagnostics = 100
  /// Files larger than this are refused.
  package static let maximumBytes = 1 << 20
  /// Collections nested deeper than this are refused.
  package static let maximumDepth = 64

  /// Parses one file. A file that cannot be parsed as a whole gives its source (as far as it is
  /// text) and at least one error; a document with duplicate keys is usable.
  package static func parse(_ bytes: [UInt8], path: String) -> (Document, [Diagnostic]) {
    let (source, refusal) = SourceText.decoded(bytes, path: path)
    if let refusal = refusal ?? source.hiddenLineBreak(in: bytes)
      ?? source.tooManyDirectives(in: bytes) ?? source.conflict(in: bytes)
    {
      return (Document(source: source, root: nil, diagnostics: [refusal], omitted: 0), [refusal])
    }
    var composer = Composer(source: source)
    let root = composer.compose()
    let document = Document(
      source: source, root: composer.isFatal ? nil : root, diagnostics: composer.diagnostics,
      omitted: composer.omitted)
    return (document, document.diagnostics)
  }

  package static func parse(_ text: String, path: String) -> (Document, [Diagnostic]) {
    parse(Array(text.utf8), path: path)
  }
}
