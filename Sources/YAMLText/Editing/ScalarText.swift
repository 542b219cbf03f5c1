/// Writes a text as a scalar that parses as the same text.
package enum ScalarText {
  /// The context of a scalar: brackets and keys allow less.
  package enum Context { case block, flow, key }

  /// Writes the plainest possible style. `style` is the scalar's former style.
  package static func written(
    _ text: String, as style: Node.Style = .plain, in context: Context
  ) -> String {
    switch style {
    case .plain where isPlain(text, in: context): text
    case .singleQuoted where isPrintable(text): singleQuoted(text)
    default: doubleQuoted(text)
    }
  }

  /// Whether a text needs no quotes: by the rules of YAML 1.2 and libyaml, and stricter if parsers
  /// disagree.
  static func isPlain(_ text: String, in context: Context) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, isPrintable(text),
      first != 0x20, last != 0x20, last != UInt8(ascii: ":")
    else { return false }
    guard !["~", "null", "Null", "NULL", "<<", "="].contains(text) else { return false }
    guard !",?:[]{}#&*!|>'\"%@`".utf8.contains(first) else { return false }
    if first == UInt8(ascii: "-") {
      guard let second = text.utf8.dropFirst().first, second.isWordByte || second == 0x2E else {
        return false
      }
    }
    if text.utf8.starts(with: "...".utf8) { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch (previous, byte) {
      case (UInt8(ascii: ":"), 0x20), (0x20, UInt8(ascii: "#")): return false
      case (UInt8(ascii: ":"), _) where context == .flow && !byte.isWordByte: return false
      default: break
      }
      if context == .flow, ",[]{}?".utf8.contains(byte) { return false }
      previous = byte
    }
    return true
  }

  /// Whether every character is visible, and none ends a line.
  static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.isEscaped }
  }

  private static func singleQuoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.isEscaped: quoted += scalar.escape
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Unicode.Scalar {
  /// Control characters, line separators, marks of direction, and noncharacters.
  fileprivate var isEscaped: Bool {
    if value < 0x7F { return value < 0x20 }
    if value == 0x200C || value == 0x200D { return false }
    if value & 0xFFFE == 0xFFFE { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// `\x07`, `\u2028` or `\U000E0001`.
  fileprivate var escape: String {
    let digits = String(value, radix: 16, uppercase: true)
    let (letter, width) =
      value < 0x100 ? ("x", 2) : value < 0x10000 ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}

extension UInt8 {
  /// A letter or a digit, or part of a character beyond ASCII.
  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}
