/// HTML text. Literals are markup, and so are interpolated values, except `text:`, which is
/// escaped. A `String` has no other way in.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  init(stringLiteral markup: String) { text = markup }
  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ markup: String) { text += markup }
    mutating func appendInterpolation(text plain: String) { text += escaped(plain) }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { text += part.text }
    }
  }

  static func += (left: inout Markup, right: Markup) { left.text += right.text }
}

extension Markup {
  static func joined(_ parts: [Markup], by separator: Markup) -> Markup {
    var joined: Markup = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { joined += separator }
      joined += part
    }
    return joined
  }

  /// An empty line separates paragraphs; words in backticks are code.
  static func prose(_ text: String) -> Markup {
    let paragraphs = text.split(separator: "\n\n").map { "<p>\(inline(String($0)))</p>" as Markup }
    return "\(paragraphs)"
  }

  static func inline(_ text: String) -> Markup {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part -> Markup in
        index % 2 == 0 ? "\(text: String(part))" : "<code>\(text: String(part))</code>"
      }
    return "\(parts)"
  }
}

private func escaped(_ text: String) -> String {
  guard text.utf8.contains(where: #"&<>"'"#.utf8.contains) else { return text }
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
