import ExperimentReports
import ExperimentResults
import PaywallCatalog

/// The effect on the primary metric over the days, with its interval as a band: of everybody who was exposed
/// up to the day and whose window has closed.
struct EffectDrawing: Sendable {
  private struct Line {
    var variant: String
    var points: [(day: Int, effect: Effect, persons: Int)]
  }

  private let lines: [Line]
  private let dates: [String]
  private let scale: Scale

  /// `nil` with fewer than two days to draw.
  init?(_ report: ExperimentReport) {
    let days = report.details.days
    dates = days.map { Self.short($0.date) }
    lines = report.variants.filter { !$0.isControl }.map { variant in
      Line(
        variant: variant.name,
        points: days.enumerated().compactMap { index, day in
          guard
            let comparison = day.comparisons.first(where: { $0.variant == variant.name })?
              .comparison, comparison.isLiftDefined, let effect = comparison.relative
          else { return nil }
          return (index, effect, comparison.units)
        })
    }
    guard lines.contains(where: { $0.points.count > 1 }) else { return nil }
    // The first days are wide: the estimates and the last intervals choose the part that is drawn.
    let last = lines.compactMap(\.points.last?.effect.sequential).flatMap { [$0.lower, $0.upper] }
    scale = Scale(last + lines.flatMap { $0.points.map(\.effect.estimate) } + [0])
  }

  /// - Parameter color: the class of a variant.
  func chart(color: (String) -> String) -> LineChart {
    LineChart(
      label:
        "The lift of \(lines.map(\.variant).joined(separator: ", ")) day by day with its interval; the table below has the numbers",
      lines: lines.map { line in
        LineChart.Line(
          color: color(line.variant), variant: line.variant,
          last: line.points.last.map { Self.words($0.effect) } ?? "nothing yet",
          path: Self.path(line.points.map { place($0.day, $0.effect.estimate) }),
          spread: spread(line))
      },
      values: scale.ticks(about: 4).map {
        LineChart.Tick(at: scale.percent($0), text: Wording.change($0))
      },
      days: ticks.map { LineChart.Tick(at: across($0), text: dates[$0]) },
      rows: ticks.map { day in
        LineChart.Row(
          day: dates[day],
          cells: lines.map { line in
            let point = line.points.first { $0.day == day }
            return (
              point.map { Self.words($0.effect) } ?? "–",
              point.map { Wording.count($0.persons) } ?? "0"
            )
          })
      })
  }

  private static func words(_ effect: Effect) -> String {
    "\(Wording.change(effect.estimate)) (\(ResultsWords.range(effect.sequential)))"
  }

  private func across(_ day: Int) -> Double {
    Double(day) / Double(max(1, dates.count - 1)) * 100
  }

  private func place(_ day: Int, _ value: Double) -> String {
    "\((across(day) * 10).coordinate) \((1000 - scale.percent(value) * 10).coordinate)"
  }

  private static func path(_ places: [String]) -> String {
    places.isEmpty ? "" : "M" + places.joined(separator: "L")
  }

  /// Forth along the upper ends and back along the lower ones.
  private func spread(_ line: Line) -> String {
    let upper = line.points.map { place($0.day, $0.effect.sequential.upper) }
    let lower = line.points.reversed().map { place($0.day, $0.effect.sequential.lower) }
    return Self.path(upper + lower) + "Z"
  }

  /// The days of the axis, and the last one.
  private var ticks: [Int] {
    let last = dates.count - 1
    let step = max(1, (last + 4) / 5)
    return Array(stride(from: 0, to: last, by: step)).filter { last - $0 >= step } + [last]
  }

  /// `4 Nov` of `2026-11-04`, so that the days of the axis stand beside each other on a phone.
  private static func short(_ date: String) -> String {
    guard let moment = Timestamp(rfc3339: "\(date)T00:00:00Z") else { return date }
    return Wording.day(moment).split(separator: " ").prefix(2).joined(separator: " ")
  }
}
