/// Printed text. Ids, titles and the names of authors come from others, who could otherwise control
/// the terminal of a reader, or reorder a line.
package enum PrintedText {
  /// Private-use characters that stand before and after the number of a colour until the text is
  /// printed.
  private static let begin: Unicode.Scalar = "\u{F8F0}"
  private static let end: Unicode.Scalar = "\u{F8F1}"
  private static let tints: Set = ["0", "1", "2", "31", "32", "33", "36", "1;31", "1;33"]

  /// Returns the mark that starts a colour of ECMA-48, 8.3.117; the console prints it.
  package static func tint(_ code: String) -> String { "\(begin)\(code)\(end)" }

  /// Returns text for people: what controls a terminal or the direction of a line is shown as
  /// `\u{1B}`.
  package static func words(_ text: String, _ usesColour: Bool) -> String {
    guard text.unicodeScalars.contains(where: { $0 == begin || isShown($0) }) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == begin, let close = rest.prefix(5).firstIndex(of: end),
        tints.contains(String(rest[..<close]))
      {
        if usesColour {
          result.append(contentsOf: "\u{1B}[\(String(rest[..<close]))m".unicodeScalars)
        }
        rest = rest[rest.index(after: close)...]
      } else if isShown(scalar) {
        result.append(contentsOf: "\\u{\(hexadecimal(scalar))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns a JSON document: only its texts can have such characters, which are escaped as in
  /// JSON.
  package static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isShown) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isShown(scalar) else {
        result.append(scalar)
        continue
      }
      let digits = hexadecimal(scalar)
      let zeros = String(repeating: "0", count: 4 - digits.count)
      result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
    }
    return String(result)
  }

  /// True for control characters other than the end of a line and tab, and for Unicode's
  /// `Bidi_Control`; all of them are in the first plane.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }
}

extension String {
  /// The text of a cell, which is one line: an id with a line end must not look like another row.
  package var oneLine: String {
    guard utf8.contains(0x0A) else { return self }
    return replacing("\n", with: "\\u{A}")
  }
}
