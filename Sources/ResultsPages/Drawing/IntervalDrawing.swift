import ExperimentResults
import HTTPDocuments

/// The intervals of one table, on one scale with 0 in it.
struct IntervalDrawing: Sendable {
  private let scale: Scale
  /// The smallest effect worth shipping, on the side of a gain.
  private let least: Double?

  /// - Parameter estimates: with their intervals; an open side reaches to the edge.
  init(_ intervals: [Interval], least: Double?) {
    let ends: [Double] = intervals.map(\.lower) + intervals.map(\.upper) + [0, least ?? 0]
    // A variant with few persons must not make the others invisible.
    scale = Scale(ends.filter { $0.isFinite }.map { min(max($0, -2), 2) })
    self.least = least
  }

  func markup(_ interval: Interval, at estimate: Double) -> Markup {
    let (from, to) = (scale.percent(interval.lower), scale.percent(interval.upper))
    let label = "\(Wording.change(estimate)), interval \(ResultsWords.range(interval))"
    return """
      <svg width="100%" height="34" role="img" aria-label="\(text: label)">\(line("zero", at: 0))\(least.map { line("least", at: $0) })<rect class="range" x="\(text: from.coordinate)%" width="\(text: max(to - from, 0.5).coordinate)%" y="11" height="12" rx="4"/><circle class="point" cx="\(text: scale.percent(estimate).coordinate)%" cy="17" r="6"/></svg>
      """
  }

  private func line(_ name: String, at value: Double) -> Markup {
    let x = scale.percent(value).coordinate
    return
      "<line class=\"\(text: name)\" x1=\"\(text: x)%\" x2=\"\(text: x)%\" y1=\"0\" y2=\"34\"/>"
  }

  var axis: Markup {
    "<svg width=\"100%\" height=\"20\" aria-hidden=\"true\">\(Self.ticks(scale, about: 4, y: 14))</svg>"
  }

  static func ticks(_ scale: Scale, about count: Int, y: Int) -> [Markup] {
    scale.ticks(about: count).map { value in
      let at = scale.percent(value)
      let words = abs(value) < 1e-12 ? "0" : Wording.change(value)
      return
        "<text x=\"\(text: at.coordinate)%\" y=\"\(y)\" text-anchor=\"\(text: Scale.anchor(at))\">\(text: words)</text>"
    }
  }
}
