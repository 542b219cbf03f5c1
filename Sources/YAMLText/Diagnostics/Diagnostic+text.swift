extension Diagnostic {
  /// How a report marks its parts; nothing on a pipe.
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

  /// As a compiler prints it: `file:line:column: error: what`, the line, a caret under the whole
  /// token, and `help:`. No line end behind the last line.
  package func text(source: SourceText?, colours: Colours = .none) -> String {
    let tint = severity == .error ? colours.error : colours.warning
    var place = file
    if let start = range?.start { place += ":\(start.line):\(start.column)" }
    var lines = [
      "\(colours.strong)\(place):\(colours.reset) \(tint)\(severity.rawValue):\(colours.reset) "
        + "\(colours.strong)\(message)\(colours.reset)"
    ]
    if let range, let source {
      let excerpt = Excerpt(of: range, in: source)
      if !excerpt.line.isEmpty {
        lines.append("  \(excerpt.line)")
        lines.append("  \(excerpt.margin)\(tint)\(excerpt.carets)\(colours.reset)")
      }
    }
    if let help { lines.append("  \(colours.help)help:\(colours.reset) \(help)") }
    return lines.joined(separator: "\n")
  }
}

/// The line of a finding and the carets below it, cut to a width that a terminal shows.
private struct Excerpt {
  var line: String
  var margin: String
  var carets: String

  private static let width = 120

  init(of range: SourceRange, in source: SourceText) {
    var scalars = Array(source.line(range.start.line).unicodeScalars)
    var start = min(range.start.column - 1, scalars.count)
    let isOneLine = range.end.line == range.start.line
    var end = isOneLine ? min(range.end.column - 1, scalars.count) : scalars.count
    var prefix = ""
    if start > Self.width / 2, scalars.count > Self.width {
      let cut = start - Self.width / 4
      scalars.removeFirst(cut)
      start -= cut
      end -= cut
      prefix = "…"
    }
    var suffix = ""
    if scalars.count > Self.width {
      scalars.removeLast(scalars.count - Self.width)
      end = min(end, scalars.count)
      suffix = "…"
    }
    // Nothing in a file may write to the terminal: control characters are shown as a box.
    let shown = scalars.map { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F ? "␣" : $0 }
    line = prefix + String(String.UnicodeScalarView(shown)) + suffix
    margin = prefix.isEmpty ? "" : " "
    for scalar in shown[..<start] {
      margin += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.displayWidth)
    }
    let marked = shown[start..<max(start, end)].reduce(0) { $0 + $1.displayWidth }
    carets = String(repeating: "^", count: max(1, marked))
  }
}

extension Unicode.Scalar {
  /// Columns that a terminal gives this scalar: 2 for East Asian wide ones and emoji, 0 for marks.
  package var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
