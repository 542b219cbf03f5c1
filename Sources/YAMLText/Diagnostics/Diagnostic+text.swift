extension Diagnostic {
  /// The colours of a report; none on a pipe.
  package struct Colours: Sendable {
    package var error = ""
    package var warning = ""
    package var help = ""
    package var strong = ""
    package var reset = ""

    package static let none = Colours()
    package static let ansi = Colours(
      error: "\u{1B}[1;31m", warning: "\u{1B}[1;33m", help: "\u{1B}[36m", strong: "\u{1B}[1m",
      reset: "\u{1B}[0m")
  }

  /// In a compiler's format: `file:line:column: error: what`, the line, carets under the token, and
  /// `help:`. No line end after the last line.
  package func text(source: SourceText?, colours: Colours = .none) -> String {
    let tint = severity == .error ? colours.error : colours.warning
    var place = file.shown
    if let start = range?.start { place += ":\(start.line):\(start.column)" }
    var lines = [
      "\(colours.strong)\(place):\(colours.reset) \(tint)\(severity.rawValue):\(colours.reset) "
        + "\(colours.strong)\(message.shown)\(colours.reset)"
    ]
    if let range, let source {
      let excerpt = Excerpt(of: range, in: source)
      if !excerpt.line.isEmpty {
        lines.append("  \(excerpt.line)")
        lines.append("  \(excerpt.margin)\(tint)\(excerpt.carets)\(colours.reset)")
      }
    }
    if let help { lines.append("  \(colours.help)help:\(colours.reset) \(help.shown)") }
    return lines.joined(separator: "\n")
  }
}
