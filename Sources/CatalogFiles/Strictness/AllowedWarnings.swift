internal import YAMLText

/// Warnings that are known and may stay: the file `.check.yaml` beside `Paywalls`.
///
/// ```yaml
/// allow:
///   - code: missingTranslation
///     file: Paywalls/standard.yaml        # any file, if it is left out
///     message: "'ja'"                     # a part of the message; any, if it is left out
///     reason: The Japanese texts come with version 4.
/// ```
package struct AllowedWarnings: Sendable {
  package static let path = ".check.yaml"

  private let entries: [Entry]
  private let source: SourceText
  /// Of the file itself.
  private let mistakes: LimitedDiagnostics

  fileprivate struct Entry: Sendable {
    let code: String
    let file: String?
    let message: String?
    let range: SourceRange

    func allows(_ warning: Diagnostic) -> Bool {
      warning.code.name == code && file.map { warning.file == $0 } ?? true
        && message.map(warning.message.contains) ?? true
    }
  }

  package init(_ bytes: [UInt8]) {
    let (document, diagnostics) = Document.parse(bytes, path: Self.path)
    let sink = DiagnosticSink()
    for diagnostic in diagnostics { sink.add(diagnostic) }
    sink.addErrors(document.omitted, in: Self.path)
    let context = DecodingContext(path: Self.path, sink: sink)
    let file = document.root.flatMap {
      MappingReader<AllowFileKey>($0, context, as: "this file")
    }
    entries = file?.optional(.allow, .list(of: .allowedWarning)) ?? []
    source = document.source
    mistakes = sink.found
  }

  /// The report without the warnings that are allowed, and with what is wrong in the list: an entry
  /// that allows nothing any more is a warning.
  package func applied(to report: Report) -> Report {
    var used: Set<Int> = []
    var found = report.found.withoutWarnings { warning in
      let allowing = entries.indices.filter { entries[$0].allows(warning) }
      used.formUnion(allowing)
      return !allowing.isEmpty
    }
    let allowed = report.warningCount - found.total.warnings
    found.add(mistakes)
    // Mistakes hide warnings, which come back once they are mended.
    for (index, entry) in entries.enumerated() where !report.hasErrors && !used.contains(index) {
      found.add(
        Diagnostic(
          .warning, code: .allowsNothing, in: Self.path, at: entry.range,
          "no warning '\(entry.code)' matches this entry",
          help: "remove the entry; 'paywall check --strict' prints the code of each warning"))
    }
    return Report(
      found: found, sources: report.sources.merging([Self.path: source]) { _, new in new },
      fileCount: report.fileCount + 1, allowedCount: allowed)
  }
}

private enum AllowFileKey: String, FileKey { case allow }

private enum AllowedWarningKey: String, FileKey { case code, file, message, reason }

extension NodeDecoder where Value == AllowedWarnings.Entry {
  fileprivate static var allowedWarning: NodeDecoder {
    NodeDecoder { node, context in
      guard let keys = MappingReader<AllowedWarningKey>(node, context, as: "an allowed warning")
      else { return nil }
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
