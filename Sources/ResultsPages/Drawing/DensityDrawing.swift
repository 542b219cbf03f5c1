import ExperimentResults

/// What an effect may be after the data: a hill, whose part on the side of a gain is coloured as one.
struct DensityDrawing: Sendable {
  let points: [Posterior.Point]
  let direction: Direction

  /// `nil` if there is nothing to draw.
  init?(_ posterior: Posterior, _ direction: Direction) {
    points = posterior.density()
    self.direction = direction
    guard points.count > 1 else { return nil }
  }

  /// The paths are in a box of 1000 × 100.
  var values: [String: PageValue] {
    let scale = Scale(points.map(\.effect) + [0], margin: 0.02)
    let below = path(
      points.filter { $0.effect < 0 }, scale, closing: points.first { $0.effect >= 0 })
    let above = path(
      points.filter { $0.effect >= 0 }, scale, closing: points.last { $0.effect < 0 })
    let isHigherBetter = direction == .higherIsBetter
    return [
      "better": .text(isHigherBetter ? above : below),
      "worse": .text(isHigherBetter ? below : above),
      "zero": .percent(scale.percent(0)),
      "ticks": PageValue(scale.ticks(about: 5)) { IntervalDrawing.tick($0, scale) },
    ]
  }

  /// - Parameter neighbour: the next point on the other side of 0, between which and the last one the
  ///   line meets 0.
  private func path(
    _ part: [Posterior.Point], _ scale: Scale, closing neighbour: Posterior.Point?
  ) -> String {
    guard let first = part.first, let last = part.last else { return "M0 100" }
    let highest = points.map(\.density).max() ?? 1
    var line = part.map { ($0.effect, $0.density) }
    if let neighbour {
      let inner = neighbour.effect < first.effect ? first : last
      let share = neighbour.effect / (neighbour.effect - inner.effect)
      let crossing = (0.0, neighbour.density + share * (inner.density - neighbour.density))
      if neighbour.effect < first.effect {
        line.insert(crossing, at: 0)
      } else {
        line.append(crossing)
      }
    }
    func x(_ effect: Double) -> String { (scale.percent(effect) * 10).coordinate }
    let top = line.map { "L\(x($0.0)) \((100 - 96 * $0.1 / highest).coordinate)" }.joined()
    return "M\(x(line[0].0)) 100\(top)L\(x(line[line.count - 1].0)) 100Z"
  }
}
