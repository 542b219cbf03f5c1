internal import Catalog
package import YAMLText

extension Report {
  /// As a compiler prints it, with the summary as the last line.
  package func text(colours: Diagnostic.Colours = .none) -> String {
    let findings = diagnostics.map { $0.text(source: sources[$0.file], colours: colours) + "\n\n" }
    return findings.joined() + summary + "\n"
  }

  /// One JSON object: `errors`, `warnings`, `files` (counts) and `diagnostics`, each with
  /// `severity`, `code`, `file`, `line`, `column`, `endLine`, `endColumn`, `message`, `help`.
  package func json() -> String {
    let content = Content.object([
      Content.Member("errors", .integer(Int64(errorCount))),
      Content.Member("warnings", .integer(Int64(warningCount))),
      Content.Member("files", .integer(Int64(fileCount))),
      Content.Member("diagnostics", .list(diagnostics.map(\.content))),
    ])
    return String(decoding: JSONText { $0.content(content) }.bytes, as: UTF8.self)
  }

  /// Workflow commands of GitHub Actions, one a line, with the summary as the last line.
  package func github() -> String {
    diagnostics.map { $0.github + "\n" }.joined() + summary + "\n"
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
