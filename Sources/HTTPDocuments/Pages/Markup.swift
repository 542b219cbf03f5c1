/// HTML text. Literals are markup, and so are interpolated values, except `text:`, which is
/// escaped. A `String` has no other way in.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
  package private(set) var text: String

  package init(stringLiteral markup: String) { text = markup }
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ markup: String) { text += markup }
    package mutating func appendInterpolation(text plain: String) { text += escaped(plain) }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
    package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    /// `nil` is nothing.
    package mutating func appendInterpolation(_ markup: Markup?) { text += markup?.text ?? "" }
    package mutating func appendInterpolation(_ parts: [Markup]) {
      for part in parts { text += part.text }
    }
  }

  package static func += (left: inout Markup, right: Markup) { left.text += right.text }
}

extension Markup {
  package static func joined(_ parts: [Markup], by separator: Markup) -> Markup {
    var joined: Markup = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { joined += separator }
      joined += part
    }
    return joined
  }

  /// An empty line separates paragraphs; words in backticks are code.
  package static func prose(_ text: String) -> Markup {
    let paragraphs = text.split(separator: "\n\n").map { "<p>\(inline(String($0)))</p>" as Markup }
    return "\(paragraphs)"
  }

  package static func inline(_ text: String) -> Markup {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part -> Markup in
        index % 2 == 0 ? "\(text: String(part))" : "<code>\(text: String(part))</code>"
      }
    return "\(parts)"
  }
}

extension Markup {
  /// A page that loads nothing and runs no script.
  ///
  /// - Parameters:
  ///   - style: the content of its style.
  ///   - head: follows the first elements of its head.
  package static func page(
    _ title: String, style: Markup, head: Markup = "", _ body: Markup
  ) -> Markup {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">\(head)
    <title>\(text: title)</title>
    <style>\(style)</style>
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
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
