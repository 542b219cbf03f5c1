/// A YAML file that was read: its text and its value.
package struct Document: Sendable {
  package let source: SourceText
  /// `nil` for a file that holds nothing but comments.
  package let root: Node?
  /// What was wrong with the text; a document that has errors is not edited.
  package let diagnostics: [Diagnostic]

  /// Files larger than this are refused.
  package static let maximumBytes = 1 << 20
  /// Collections nested deeper than this are refused.
  package static let maximumDepth = 64

  /// Reads one file. A file that cannot be read as a whole gives its source (as far as it is text)
  /// and at least one error; duplicate keys are errors beside a usable document.
  package static func parse(_ bytes: [UInt8], path: String) -> (Document, [Diagnostic]) {
    let (source, refusal) = SourceText.decoded(bytes, path: path)
    if let refusal = refusal ?? source.hiddenLineBreak {
      return (Document(source: source, root: nil, diagnostics: [refusal]), [refusal])
    }
    var composer = Composer(source: source)
    let root = composer.compose()
    let failed = composer.diagnostics.contains { $0.isFatal }
    let diagnostics = composer.diagnostics.map(\.diagnostic)
    return (
      Document(source: source, root: failed ? nil : root, diagnostics: diagnostics), diagnostics
    )
  }

  package static func parse(_ text: String, path: String) -> (Document, [Diagnostic]) {
    parse(Array(text.utf8), path: path)
  }
}
