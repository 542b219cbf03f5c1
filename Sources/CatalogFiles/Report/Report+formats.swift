internal import PaywallCatalog
internal import PaywallTextCoding
package import YAMLText

extension Report {
  /// Writes the report in a compiler's format, with the summary as the last line.
  package func text(colours: Diagnostic.Colours = .none) -> String {
    let findings = withNotes {
      $0.text(source: sources[$0.file], colours: colours)
    } note: {
      $0
    }
    return findings.map { $0 + "\n\n" }.joined() + summary + "\n"
  }

  /// One JSON object: `errors`, `warnings`, `files` (counts) and `diagnostics`, each with
  /// `severity`, `code`, `file`, `line`, `column`, `endLine`, `endColumn`, `message`, `help`; if
  /// some are omitted, `omitted` is their number, and if some are allowed, `allowed` is theirs.
  package func json() -> String {
    var members = [
      Content.Member("errors", .integer(Int64(errorCount))),
      Content.Member("warnings", .integer(Int64(warningCount))),
      Content.Member("files", .integer(Int64(fileCount))),
    ]
    if allowedCount > 0 {
      members.append(Content.Member("allowed", .integer(Int64(allowedCount))))
    }
    if omitted > 0 { members.append(Content.Member("omitted", .integer(Int64(omitted)))) }
    members.append(Content.Member("diagnostics", .list(diagnostics.map(\.content))))
    return String(decoding: JSONText { $0.content(.object(members)) }.bytes, as: UTF8.self)
  }

  /// Workflow commands of GitHub Actions, one a line, with the summary as the last line.
  package func github() -> String {
    let lines = withNotes(\.github) { "::notice ::\($0)" }
    return lines.map { $0 + "\n" }.joined() + summary + "\n"
  }

  /// Every diagnostic as a text; after the last of a file the number that is omitted, and at the
  /// end the number in files without any shown.
  package func withNotes(
    _ text: (Diagnostic) -> String, note: (String) -> String
  ) -> [String] {
    guard omitted > 0 else { return diagnostics.map(text) }
    var texts: [String] = []
    var rest = omitted
    for (index, diagnostic) in diagnostics.enumerated() {
      texts.append(text(diagnostic))
      let next = diagnostics.indices.contains(index + 1) ? diagnostics[index + 1].file : nil
      guard next != diagnostic.file else { continue }
      let shown = diagnostics[...index].reversed().prefix { $0.file == diagnostic.file }.count
      let counts = found.counts[diagnostic.file] ?? LimitedDiagnostics.Counts()
      let left = counts.errors + counts.warnings - shown
      guard let more = Self.more(left) else { continue }
      rest -= left
      texts.append(note("\(diagnostic.file): \(more)"))
    }
    if let more = Self.more(rest) { texts.append(note("\(more) in other files")) }
    return texts
  }
}

extension Diagnostic {
  fileprivate var content: Content {
    var members = [
      Content.Member("severity", .text(severity.rawValue)),
      Content.Member("code", .text(code.name)),
      Content.Member("file", .text(file)),
    ]
    if let range {
      members += [
        Content.Member("line", .integer(Int64(range.start.line))),
        Content.Member("column", .integer(Int64(range.start.column))),
        Content.Member("endLine", .integer(Int64(range.end.line))),
        Content.Member("endColumn", .integer(Int64(range.end.column))),
      ]
    }
    members.append(Content.Member("message", .text(message)))
    if let help { members.append(Content.Member("help", .text(help))) }
    return .object(members)
  }
}
