import Mustache

/// What a template may show: texts, which are escaped, and no markup. A `String` has no other way
/// in.
package indirect enum PageValue: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  case text(String)
  case flag(Bool)
  case list([PageValue])
  case object([String: PageValue])
  /// Shown as nothing, and false in a section.
  case none

  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }

  package init(_ text: String?) { self = text.map { .text($0) } ?? .none }
  package init(_ number: Int) { self = .text(String(number)) }
  package init<Part>(_ parts: some Sequence<Part>, _ value: (Part) -> PageValue) {
    self = .list(parts.map(value))
  }
}

extension PageValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, PageValue)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
  }
}

extension PageValue: MustacheCustomRepresentation {
  package var representation: Any? {
    switch self {
    case .text(let text): text.isEmpty ? nil : EscapedText(text)
    case .flag(let flag): flag
    case .list(let values): values
    case .object(let members): members
    case .none: nil
    }
  }
}

/// HTML text, also for attributes in quotes.
///
/// The library's own escaping looks at characters, so it lets through a quote that a combining mark
/// follows, which is another character and the same quote to a browser. Templates therefore take
/// values as `{{{name}}}`, and this escapes scalars.
struct EscapedText: MustacheCustomRenderable {
  let renderText: String
  var isNull: Bool { false }

  init(_ text: String) {
    guard text.utf8.contains(where: #"&<>"'"#.utf8.contains) else {
      renderText = text
      return
    }
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
    renderText = escaped
  }
}
