import ExperimentReports
import ExperimentResults

/// Proceeds per person over the days since the exposure, of all variants on one scale.
struct CurveDrawing: Sendable {
  let curves: [ProceedsCurve]
  let currency: String
  private let lastDay: Int
  private let scale: Scale

  /// `nil` if there is nothing to draw.
  init?(_ curves: [ProceedsCurve], _ currency: String) {
    // Days at which fewer than a tenth of the persons, and fewer than 20, are counted say nothing.
    let days = curves.flatMap { curve in
      let all = curve.points.map(\.persons).max() ?? 0
      return curve.points.filter { $0.persons >= 20 && $0.persons * 10 >= all }.map(\.day)
    }
    guard let lastDay = days.max(), lastDay > 1 else { return nil }
    self.lastDay = lastDay
    self.curves = curves
    self.currency = currency
    let values = curves.flatMap { $0.points.filter { $0.day <= lastDay }.map(\.perPerson) }
    let top = max(values.max() ?? 1, 1)
    scale = Scale(from: min(values.min() ?? 0, 0), to: top * 1.12)
  }

  private func points(_ curve: ProceedsCurve) -> [ProceedsCurve.Point] {
    curve.points.filter { $0.day <= lastDay && $0.persons > 0 }
  }

  /// The first day that will still change, over all variants; `nil` if none will.
  private var firstImmature: Int? {
    curves.compactMap { curve in
      curve.points.first { $0.day <= lastDay && $0.isImmature }?.day
    }.min()
  }

  private func across(_ day: Double) -> Double { day / Double(lastDay) * 100 }

  /// - Parameter color: the class of a variant.
  func chart(color: (String) -> String) -> LineChart {
    LineChart(
      label:
        "Lines of \(curves.map(\.variant).joined(separator: ", ")), up to day \(lastDay); the table below has the numbers",
      lines: curves.map { curve in
        LineChart.Line(
          color: color(curve.variant), variant: curve.variant,
          last: points(curve).last.map { "\(money($0.perPerson)) by day \($0.day)" }
            ?? "nothing yet",
          path: path(curve))
      },
      values: scale.ticks(about: 4).map {
        LineChart.Tick(at: scale.percent($0), text: $0 == 0 ? "" : money($0))
      },
      days: dayTicks.map {
        LineChart.Tick(at: across(Double($0)), text: $0 == 0 ? "day 0" : String($0))
      },
      immatureFrom: firstImmature.map { across(Double($0 - 1)) }, rows: rows)
  }

  private func path(_ curve: ProceedsCurve) -> String {
    let zero = (1000 - scale.percent(0) * 10).coordinate
    return "M0 \(zero)"
      + points(curve).map { point in
        "L\((across(Double(point.day)) * 10).coordinate) \((1000 - scale.percent(point.perPerson) * 10).coordinate)"
      }.joined()
  }

  private var dayTicks: [Int] {
    let step = max(1, [1, 2, 7, 14, 28, 56].first { lastDay / $0 <= 6 } ?? lastDay / 6)
    return Array(stride(from: 0, through: lastDay, by: step))
  }

  /// The days of the axis, and the last one.
  private var rows: [LineChart.Row] {
    let days = Set(dayTicks.filter { $0 > 0 } + [lastDay]).sorted()
    return days.map { day in
      LineChart.Row(
        day: String(day),
        cells: curves.map { curve in
          let point = curve.points.first { $0.day == day }
          return (
            point.map { money($0.perPerson) } ?? "–",
            point.map { Wording.count($0.persons) } ?? "0"
          )
        })
    }
  }

  private func money(_ milliunits: Double) -> String {
    Wording.money(milliunits, currency, isAverage: true)
  }
}
