import ExperimentResults

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

  func values(_ interval: Interval, at estimate: Double) -> PageValue {
    let (from, to) = (scale.percent(interval.lower), scale.percent(interval.upper))
    return [
      "label": .text(
        "\(Wording.change(estimate)), interval \(ResultsWords.range(interval))"),
      "zero": .percent(scale.percent(0)), "from": .percent(from),
      "width": .percent(max(to - from, 0.5)), "at": .percent(scale.percent(estimate)),
      "least": least.map { .percent(scale.percent($0)) } ?? .none,
    ]
  }

  var axis: PageValue {
    ["ticks": PageValue(scale.ticks(about: 4)) { Self.tick($0, scale) }]
  }

  static func tick(_ value: Double, _ scale: Scale) -> PageValue {
    let at = scale.percent(value)
    return [
      "at": .percent(at), "anchor": .text(Scale.anchor(at)),
      "text": .text(abs(value) < 1e-12 ? "0" : Wording.change(value)),
    ]
  }
}
