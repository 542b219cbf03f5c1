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
