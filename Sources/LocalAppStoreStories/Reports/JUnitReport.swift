import YAMLText

/// The results in the format that continuous integration reads (JUnit's XML).
package struct JUnitReport {
  let results: [StoryResult]

  package init(_ results: [StoryResult]) { self.results = results }

  package var xml: String {
    let seconds = results.reduce(0) { $0 + $1.seconds }
    let failed = results.count { !$0.hasPassed }
    let counts =
      #"tests="\#(results.count)" failures="\#(failed)" errors="0" time="\#(Self.time(seconds))""#
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
    let cases = results.map(Self.testCase).joined()
    return "\(head)\n<testsuites \(counts)>\n<testsuite name=\"stories\" \(counts)>\n\(cases)"
      + "</testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ result: StoryResult) -> String {
    let file = escaped(result.story.source.path)
    let attributes =
      #"name="\#(escaped(result.story.name))" classname="stories" file="\#(file)" time="\#(time(result.seconds))""#
    guard !result.hasPassed else { return "<testcase \(attributes)/>\n" }
    let source = result.story.source
    let found = result.differences.map { $0.diagnostic(in: source.path) }
    let body = found.map { $0.text(source: source) }.joined(separator: "\n")
    let line = found.first?.range?.start.line ?? 1
    return "<testcase \(attributes) line=\"\(line)\">\n"
      + "<failure message=\"\(escaped(found.first?.message ?? ""))\">\(escaped(body))</failure>\n"
      + "</testcase>\n"
  }

  /// Seconds with milliseconds.
  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Escapes text and attributes. A character that XML cannot hold at all becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
