import CommandSupport
import ExperimentResults

/// The intervals of several variants, one below the other, on one scale that includes 0.
struct ForestPlot {
  struct Row {
    var label: String
    var interval: Interval
    var estimate: Double
  }

  private let rows: [Row]
  private let lower: Double
  private let upper: Double
  private let least: Double?

  /// - Parameter least: the smallest effect worth shipping, marked by dots.
  init(_ rows: [Row], least: Double? = nil) {
    self.rows = rows
    self.least = least
    // A variant with few persons must not make the others invisible.
    let ends =
      rows.flatMap { [$0.interval.lower, $0.interval.upper, $0.estimate] }
      .filter { $0.isFinite }.map { min(max($0, -2), 2) } + [0]
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    let margin = max((high - low) * 0.03, 1e-6)
    (lower, upper) = (low - margin, high + margin)
  }

  /// The fewest columns for a plot beside its labels.
  static let narrowest = 20

  /// Returns the lines; none if there is nothing to draw, or no room.
  func lines(width: Int) -> [String] {
    let labels = min(rows.map { displayWidth($0.label) }.max() ?? 0, 24)
    let columns = width - labels - 3
    guard !rows.isEmpty, columns >= Self.narrowest else { return [] }
    return rows.map { row in
      let label = cut(row.label, to: labels)
      let padding = String(repeating: " ", count: labels - displayWidth(label))
      return "\(label)\(padding)  \(drawing(row, columns))".trimmingEnd
    } + ["\(String(repeating: " ", count: labels + 2))\(axis(columns))".trimmingEnd]
  }

  private func column(_ value: Double, _ columns: Int) -> Int {
    guard value.isFinite else { return value < 0 ? 0 : columns - 1 }
    let share = (value - lower) / (upper - lower)
    return min(max(Int((share * Double(columns - 1)).rounded()), 0), columns - 1)
  }

  private func drawing(_ row: Row, _ columns: Int) -> String {
    var cells = Array(repeating: Character(" "), count: columns)
    let (from, to) = (column(row.interval.lower, columns), column(row.interval.upper, columns))
    for index in from...max(from, to) { cells[index] = "─" }
    cells[from] = row.interval.lower.isFinite ? "├" : "←"
    cells[max(from, to)] = row.interval.upper.isFinite ? "┤" : "→"
    if let least, cells[column(least, columns)] == " " { cells[column(least, columns)] = "·" }
    let zero = column(0, columns)
    cells[zero] = cells[zero] == " " ? "│" : "┼"
    cells[column(row.estimate, columns)] = "●"
    return String(cells)
  }

  /// Returns the ends and 0, where they do not touch.
  private func axis(_ columns: Int) -> String {
    var cells = Array(repeating: Character(" "), count: columns)
    func put(_ text: String, at start: Int) {
      let start = min(max(start, 0), columns - text.count)
      guard start >= 0 else { return }
      let area = max(start - 1, 0)..<min(start + text.count + 1, columns)
      guard cells[area].allSatisfy({ $0 == " " }) else { return }
      for (index, character) in text.enumerated() { cells[start + index] = character }
    }
    put("0", at: column(0, columns))
    put(Wording.change(lower), at: 0)
    put(Wording.change(upper), at: columns - Wording.change(upper).count)
    return String(cells)
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
