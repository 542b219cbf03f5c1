/// Lines for a terminal: sentences are broken between words.
struct TextPage {
  let width: Int
  private var lines: [String] = []

  init(width: Int) { self.width = width }

  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func add(lines: [String]) { self.lines += lines }

  mutating func space() { lines.append("") }

  /// Continuation lines are indented by two more columns. A word is never broken.
  mutating func add(_ sentence: String, indent: Int = 0) {
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in sentence.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + 2)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    lines.append(line)
  }
}
