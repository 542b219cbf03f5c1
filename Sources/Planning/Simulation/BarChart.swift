/// Rows with a bar each, for a terminal; a pure function of its rows and the width.
struct BarChart {
  /// Only ASCII, for terminals and pipes that show nothing else.
  var isPlain = false

  struct Row {
    var label: String
    var value: Double
    /// Columns of figures between label and bar, each aligned to the right.
    var figures: [String]
  }

  /// One line per row, none longer than `width`; the longest bar belongs to the largest value.
  /// Labels are cut if they leave no room for a bar of ten columns.
  func text(_ rows: [Row], width: Int) -> [String] {
    let columns = rows.map(\.figures.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.figures.count ? $0.figures[column].count : 0 }.max() ?? 0
    }
    let taken = widths.reduce(0) { $0 + $1 + 2 } + 4
    let longest = rows.map(\.label.count).max() ?? 0
    let labelWidth = max(6, min(longest, width - taken - Self.leastBar))
    let barWidth = max(0, width - taken - labelWidth)
    let most = rows.map(\.value).max() ?? 0
    return rows.map { row in
      var line = "  " + Self.fitted(row.label, labelWidth)
      for (column, figure) in row.figures.enumerated() {
        line += "  " + String(repeating: " ", count: widths[column] - figure.count) + figure
      }
      let bar = bar(row.value, of: most, width: barWidth)
      return bar.isEmpty ? line : line + "  " + bar
    }
  }

  private static let leastBar = 10

  /// Cut with an ellipsis, or filled up with spaces.
  static func fitted(_ label: String, _ width: Int) -> String {
    label.count > width
      ? label.prefix(max(0, width - 1)) + "~"
      : label + String(repeating: " ", count: width - label.count)
  }

  /// In eighths of a column, or in whole columns of `#`. A value above 0 is always visible.
  private func bar(_ value: Double, of most: Double, width: Int) -> String {
    guard most > 0, value > 0, width > 0 else { return "" }
    let length = value / most * Double(width)
    if isPlain { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest == 0 ? "" : Self.parts[rest - 1])
  }

  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
