package import YAMLText

extension StoreKitFile {
  /// Reads a file of any version leniently: unknown keys are ignored, missing lists are empty. The
  /// file is `nil` when it is no JSON object. Show excerpts from `readable`, never from the bytes.
  package static func parse(_ bytes: [UInt8], path: String) -> (StoreKitFile?, [Diagnostic]) {
    let (source, refusal) = SourceText.decoded(bytes, path: path)
    if let refusal { return (nil, [refusal]) }
    let (root, problems) = JSONReader.read(source)
    guard let root else { return (nil, problems) }
    var reader = StoreKitReader(path: path)
    let file = reader.file(from: root)
    return (file, (problems + reader.diagnostics).sorted(by: Diagnostic.inReadingOrder))
  }

  /// The text for excerpts in diagnostics: the same lines and columns, with asterisks for
  /// everything that could be the private key, even in a damaged file.
  package static func readable(_ bytes: [UInt8], path: String) -> SourceText {
    let (source, refusal) = SourceText.decoded(bytes, path: path)
    // The replacement characters of a text that is not UTF-8 would move the columns.
    if refusal != nil { return SourceText(path: path, text: "") }
    return SourceText(
      path: path, text: String(decoding: Redaction.redacted(Array(source.text.utf8)), as: UTF8.self)
    )
  }
}
