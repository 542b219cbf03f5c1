import HTTPDocuments

extension Markup {
  /// Text that others wrote. Controls, and characters that would reorder the text around it, are
  /// shown by their code.
  static func foreign(_ text: String) -> Markup {
    guard text.unicodeScalars.contains(where: { isShown($0) || isMark($0) }) else {
      return "\(text: text)"
    }
    var markup: Markup = ""
    var plain = ""
    for scalar in text.unicodeScalars {
      guard isShown(scalar) || isMark(scalar) else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      let code = String(scalar.value + 0x10000, radix: 16, uppercase: true).dropFirst()
      markup += "\(text: plain)"
      markup +=
        isMark(scalar) ? "&#x\(text: String(code));" : "<code>U+\(text: String(code))</code>"
      plain = ""
    }
    markup += "\(text: plain)"
    return markup
  }

  /// Marks that stay, because prices and names of right-to-left languages need them.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [0x061C, 0x200E, 0x200F].contains(scalar.value)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// An element with the text, or nothing.
  static func element(_ tag: Markup, _ name: Markup, _ text: String?) -> Markup {
    guard let text, !text.isEmpty else { return "" }
    return "<\(tag) class=\"\(name)\">\(foreign(text))</\(tag)>\n"
  }
}
