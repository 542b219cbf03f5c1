import YAMLText

/// Rows under titles, aligned by display width.
struct Table {
  var titles: [String]
  var rows: [[String]]

  init(_ titles: String..., rows: [[String]]) {
    self.titles = titles
    self.rows = rows
  }

  init(titles: [String], rows: [[String]]) {
    self.titles = titles
    self.rows = rows
  }

  /// The table for a console: on a terminal the widest columns are cut until it fits, in a pipe
  /// nothing is cut.
  func text(for console: Console) -> String {
    var widths = titles.indices.map { column in
      ([titles] + rows).map { displayWidth($0[column]) }.max() ?? 0
    }
    if let most = console.width { shrink(&widths, to: most) }
    let header = console.strong(line(titles, widths))
    return ([header] + rows.map { line($0, widths) }).joined(separator: "\n")
  }

  private static let gap = 2
  private static let narrowest = 6

  private func shrink(_ widths: inout [Int], to most: Int) {
    let gaps = Self.gap * max(0, widths.count - 1)
    while widths.reduce(gaps, +) > most {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.narrowest
      else { return }
      widths[widest] -= 1
    }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let last = cells.count - 1
    return cells.enumerated().map { column, cell in
      let shown = cut(cell, to: widths[column])
      let padding = column == last ? 0 : widths[column] - displayWidth(shown) + Self.gap
      return shown + String(repeating: " ", count: max(0, padding))
    }.joined()
  }
}

/// Terminal columns of a text.
func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

/// The text, or as much of its beginning as fits, with an ellipsis.
func cut(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  var result = ""
  var used = 1
  for character in text {
    let next = displayWidth(String(character))
    guard used + next <= width else { break }
    result.append(character)
    used += next
  }
  return result + "…"
}
