/// Lines of at most a number of columns; words are never broken, and continuation lines are
/// indented.
struct WrappedText {
  /// `nil` for lines of any length.
  let width: Int?
  private(set) var lines: [String] = []

  mutating func blank() { lines.append("") }

  /// A line that is not broken, such as a command to paste.
  mutating func whole(_ text: String) { lines.append(text) }

  /// Adds `first` and a text. `first` may contain colour codes, so its width is a parameter;
  /// continuation lines are indented.
  mutating func add(_ first: String, columns: Int, _ text: String, indent: Int? = nil) {
    let text = text.withoutControls
    let indent = indent ?? columns
    guard let width, width > indent + 20 else { return lines.append(first + text) }
    var line = first
    var used = columns
    var isFresh = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isFresh, used + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        used = indent
        isFresh = true
      }
      line += (isFresh ? "" : " ") + word
      used += (isFresh ? 0 : 1) + word.count
      isFresh = false
    }
    lines.append(line)
  }

  mutating func add(_ text: String, indent: Int = 0) {
    add(String(repeating: " ", count: indent), columns: indent, text)
  }

  mutating func add(lines more: [String]) { lines += more }

  /// Indents continuation lines by two more columns.
  mutating func addSentence(_ sentence: String, indent: Int = 0) {
    add(String(repeating: " ", count: indent), columns: indent, sentence, indent: indent + 2)
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}

extension String {
  /// Replaces control characters, which a terminal would execute.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isControl ? "\u{FFFD}" : scalar) }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
