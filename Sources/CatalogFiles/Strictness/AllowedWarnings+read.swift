internal import YAMLText

extension AllowedWarnings {
  /// Reads the file; what is wrong in it becomes part of the report that it completes.
  package init(_ bytes: [UInt8]) {
    let (document, diagnostics) = Document.parse(bytes, path: Self.path)
    let sink = DiagnosticSink()
    for diagnostic in diagnostics { sink.add(diagnostic) }
    sink.addErrors(document.omitted, in: Self.path)
    let context = DecodingContext(path: Self.path, sink: sink)
    let file = document.root.flatMap {
      MappingReader<AllowFileKey>($0, context, as: "this file")
    }
    self.init(
      entries: file?.optional(.allow, .list(of: .allowedWarning)) ?? [], source: document.source,
      mistakes: sink.found)
  }
}

private enum AllowFileKey: String, FileKey { case allow }

private enum AllowedWarningKey: String, FileKey { case code, file, message, reason }

extension NodeDecoder where Value == AllowedWarnings.Entry {
  fileprivate static var allowedWarning: NodeDecoder {
    .mapping("an allowed warning") { (keys: MappingReader<AllowedWarningKey>) in
      let code: String? = keys.required(
        .code, .text, help: "write the code that 'paywall check --strict' prints in brackets")
      let reason: String? = keys.required(
        .reason, .text, help: "write why it may stay, for the next person who reads this")
      guard let code, reason != nil else { return nil }
      return AllowedWarnings.Entry(
        code: code, file: keys.optional(.file, .text), message: keys.optional(.message, .text),
        range: keys.places.head)
    }
  }
}
