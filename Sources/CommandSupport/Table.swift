import YAMLText

/// Rows under titles, aligned by display width.
package struct Table {
  package var titles: [String]
  package var rows: [[String]]

  package init(_ titles: String..., rows: [[String]]) {
    self.init(titles: titles, rows: rows)
  }

  package init(titles: [String], rows: [[String]]) {
    self.titles = titles
    self.rows = rows.map { $0.map(\.oneLine) }
  }

  /// A row for each item; each column says its title and its cell.
  package init<Item>(of items: [Item], _ columns: Column<Item>...) {
    self.init(of: items, columns)
  }

  package init<Item>(of items: [Item], _ columns: [Column<Item>]) {
    self.init(
      titles: columns.map(\.title), rows: items.map { item in columns.map { $0.cell(item) } })
  }

  package typealias Column<Item> = (title: String, cell: (Item) -> String)

  /// The table for a console: on a terminal the widest columns are cut until it fits, and where that is
  /// not enough the last ones are left out, with an ellipsis in the header. In a pipe nothing is cut.
  package func text(for console: Console) -> String {
    let full = titles.indices.map { column in
      ([titles] + rows).map { displayWidth($0[column]) }.max() ?? 0
    }
    let widths = console.width.map { shrunk(full, to: $0) } ?? full
    let more = widths.count < titles.count ? String(repeating: " ", count: Self.gap) + "…" : ""
    let header = console.strong(line(titles, widths) + more)
    return ([header] + rows.map { line($0, widths) }).joined(separator: "\n")
  }

  private static let gap = 2
  private static let narrowest = 6

  /// The widths of the columns that fit.
  private func shrunk(_ full: [Int], to most: Int) -> [Int] {
    for count in stride(from: full.count, to: 1, by: -1) {
      let ellipsis = count < full.count ? Self.gap + 1 : 0
      var widths = Array(full.prefix(count))
      if shrink(&widths, to: most - ellipsis) { return widths }
    }
    return full.prefix(1).map { min($0, max(1, most - Self.gap - 1)) }
  }

  /// - Returns: true if they fit now.
  private func shrink(_ widths: inout [Int], to most: Int) -> Bool {
    let gaps = Self.gap * max(0, widths.count - 1)
    while widths.reduce(gaps, +) > most {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.narrowest
      else { return false }
      widths[widest] -= 1
    }
    return true
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let last = widths.count - 1
    return cells.prefix(widths.count).enumerated().map { column, cell in
      let shown = cut(cell, to: widths[column])
      let padding = column == last ? 0 : widths[column] - displayWidth(shown) + Self.gap
      return shown + String(repeating: " ", count: max(0, padding))
    }.joined()
  }
}

/// Terminal columns of a text.
package func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

/// The text, or as much of its beginning as fits, with an ellipsis.
package func cut(_ text: String, to width: Int) -> String {
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
