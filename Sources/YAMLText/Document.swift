/// A YAML file that was read: its text and its value.
package struct Document: Sendable {
  package let source: SourceText
  /// `nil` for a file that holds nothing but comments.
  package let root: Node?

  /// Files larger than this are refused.
  package static let maximumBytes = 1 << 20
  /// Collections nested deeper than this are refused.
  package static let maximumDepth = 64

  /// Reads one file. A file that cannot be read as a whole gives its source (as far as it is text)
  /// and at least one error; duplicate keys are errors beside a usable document.
  package static func parse(_ bytes: [UInt8], path: String) -> (Document, [Diagnostic]) {
    let (source, refusal) = SourceText.decoded(bytes, path: path)
    if let refusal { return (Document(source: source, root: nil), [refusal]) }
    var composer = Composer(source: source)
    let root = composer.compose()
    let failed = composer.diagnostics.contains { $0.isFatal }
    return (
      Document(source: source, root: failed ? nil : root),
      composer.diagnostics.map(\.diagnostic)
    )
  }

  package static func parse(_ text: String, path: String) -> (Document, [Diagnostic]) {
    parse(Array(text.utf8), path: path)
  }
}

extension SourceText {
  /// The bytes as text, or why they are none: too many, or not UTF-8.
  fileprivate static func decoded(
    _ bytes: [UInt8], path: String
  ) -> (SourceText, refusal: Diagnostic?) {
    func refuse(_ text: String, at offset: Int, _ message: String, help: String) -> (
      SourceText, Diagnostic?
    ) {
      let source = SourceText(path: path, text: text)
      return (
        source,
        Diagnostic(
          .error, code: .unreadableText, in: path, at: source.range(offset..<offset), message,
          help: help)
      )
    }
    if bytes.count > Document.maximumBytes {
      return refuse(
        "", at: 0, "the file has \(bytes.count) bytes; the most is \(Document.maximumBytes)",
        help: "split the file, or keep large data elsewhere and link to it")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return refuse(
        "", at: 0, "the file is UTF-16", help: "save it as UTF-8 in your editor")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let wrong = zip(bytes, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    if let wrong {
      let byte = String(bytes[wrong], radix: 16, uppercase: true)
      return refuse(
        text, at: wrong, "byte 0x\(byte) is not UTF-8 here",
        help: "save the file as UTF-8 in your editor")
    }
    return (SourceText(path: path, text: text), nil)
  }
}
