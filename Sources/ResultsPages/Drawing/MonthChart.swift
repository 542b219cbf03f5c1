import ExperimentResults

/// Sums over months, or shares over the months since a start, as lines on one scale.
struct MonthChart {
  struct Line {
    var name: String
    /// `nil` for a month of which nothing is known.
    var values: [Double?]
  }

  /// In words, before the names of the lines.
  var about: String
  var months: [String]
  /// The heading of the months.
  var time = "Month"
  var lines: [Line]
  var text: (Double) -> String

  /// `nil` for fewer than two months, which make no line.
  var chart: LineChart? {
    guard months.count > 1 else { return nil }
    let values = lines.flatMap { $0.values.compactMap(\.self) }
    let top = max(values.max() ?? 0, 0)
    let scale = Scale(from: min(values.min() ?? 0, 0), to: top > 0 ? top * 1.12 : 1)
    let step = max(1, (months.count + 5) / 6)
    return LineChart(
      label:
        "\(about) by month from \(months[0]) to \(months[months.count - 1]), in the end \(lines.map { "\($0.name) \(last(of: $0))" }.joined(separator: ", ")); the table below has the numbers",
      lines: lines.enumerated().map { place, line in
        LineChart.Line(
          color: "c\(place % 5 + 1)", variant: line.name, last: last(of: line),
          path: path(line, scale))
      },
      values: scale.ticks(about: 4).map {
        LineChart.Tick(at: scale.percent($0), text: $0 == 0 ? "" : text($0))
      },
      days: stride(from: 0, to: months.count, by: step).map {
        LineChart.Tick(at: across($0), text: months[$0])
      },
      rows: months.indices.map { month in
        LineChart.Row(
          day: months[month],
          cells: lines.map { ($0.values[month].map(text) ?? "–", nil) })
      }, time: time)
  }

  private func last(of line: Line) -> String {
    line.values.last { $0 != nil }.flatMap { $0.map(text) } ?? "nothing yet"
  }

  private func across(_ month: Int) -> Double { Double(month) / Double(months.count - 1) * 100 }

  private func path(_ line: Line, _ scale: Scale) -> String {
    line.values.enumerated().compactMap { month, value in
      value.map {
        "\((across(month) * 10).coordinate) \((1000 - scale.percent($0) * 10).coordinate)"
      }
    }.enumerated().map { ($0 == 0 ? "M" : "L") + $1 }.joined()
  }
}
