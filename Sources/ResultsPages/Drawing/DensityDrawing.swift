import ExperimentResults
import HTTPDocuments

/// The effects that are possible after the data: a hill, with the side of a gain coloured as one.
struct DensityDrawing: Sendable {
  let points: [Posterior.Point]
  let direction: Direction

  /// `nil` if there is nothing to draw.
  init?(_ posterior: Posterior, _ direction: Direction) {
    points = posterior.density()
    self.direction = direction
    guard points.count > 1 else { return nil }
  }

  /// A hill over the values that the truth may have: the part above zero is better.
  func markup(_ label: String) -> Markup {
    // The paths are in a box of 1000 × 100.
    let scale = Scale(points.map(\.effect) + [0], margin: 0.02)
    let below = path(
      points.filter { $0.effect < 0 }, scale, closing: points.first { $0.effect >= 0 })
    let above = path(
      points.filter { $0.effect >= 0 }, scale, closing: points.last { $0.effect < 0 })
    let (better, worse) = direction == .higherIsBetter ? (above, below) : (below, above)
    let zero = scale.percent(0).coordinate
    return """
      <svg width="100%" height="112" role="img" aria-label="\(text: label)"><svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="86"><path class="worse" d="\(text: worse)"/><path class="better" d="\(text: better)"/></svg><line class="grid" x1="0%" x2="100%" y1="86" y2="86"/><line class="zero" x1="\(text: zero)%" x2="\(text: zero)%" y1="0" y2="90"/>\(IntervalDrawing.ticks(scale, about: 5, y: 104))</svg>
      """
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
