/// A metric without the experiment.
package struct Baseline: Hashable, Sendable {
  /// Per visitor.
  package var mean: Double
  package var variance: Double
  /// A share cannot grow beyond 100 %.
  package var isProportion: Bool

  package init(mean: Double, variance: Double) {
    self.mean = mean
    self.variance = variance
    isProportion = false
  }

  /// A share of visitors, 0…1, such as those who start a trial; the variance is m(1 − m).
  package init(proportion share: Double) {
    mean = share
    variance = share * (1 - share)
    isProportion = true
  }

  /// Why no estimate is possible.
  var gap: Estimate.Gap? {
    guard mean.isFinite, variance.isFinite else { return .invalidBaseline }
    if isProportion, !(0...1).contains(mean) { return .invalidBaseline }
    if mean == 0 { return .zeroBaseline }
    return variance > 0 ? nil : .noVariance
  }
}
