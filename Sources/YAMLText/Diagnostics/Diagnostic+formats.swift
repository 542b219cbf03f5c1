extension Diagnostic {
  /// A workflow command of GitHub Actions: an annotation on the line of a pull request.
  package var github: String {
    var properties = ["file=\(escaped(file, property: true))"]
    if let range {
      properties.append("line=\(range.start.line)")
      properties.append("col=\(range.start.column)")
      if range.end.line == range.start.line { properties.append("endColumn=\(range.end.column)") }
    }
    let body = help.map { "\(message)\nhelp: \($0)" } ?? message
    let list = properties.joined(separator: ",")
    return "::\(severity.rawValue) \(list)::\(escaped(body, property: false))"
  }
}

/// GitHub's escapes: percent and line ends everywhere, colon and comma in properties.
private func escaped(_ text: String, property: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case "\r": result += "%0D"
    case "\n": result += "%0A"
    case ":" where property: result += "%3A"
    case "," where property: result += "%2C"
    default: result.unicodeScalars.append(scalar.shown)
    }
  }
  return result
}

extension Diagnostic: Encodable {
  /// `severity`, `code`, `file`, `line`, `column`, `endLine`, `endColumn`, `message`, `help`;
  /// members that do not apply are absent.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(code.name, forKey: .code)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(range?.start.line, forKey: .line)
    try container.encodeIfPresent(range?.start.column, forKey: .column)
    try container.encodeIfPresent(range?.end.line, forKey: .endLine)
    try container.encodeIfPresent(range?.end.column, forKey: .endColumn)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(help, forKey: .help)
  }

  private enum Keys: String, CodingKey {
    case severity, code, file, line, column, endLine, endColumn, message, help
  }
}
