/// Maps values to a width, in percent, and finds round values to write at it.
struct Scale: Sendable {
  let lower: Double
  let upper: Double

  /// - Parameter values: what must be visible; infinite values are left out.
  /// - Parameter margin: on both sides, as a share of the width.
  init(_ values: [Double], margin: Double = 0.04) {
    let finite = values.filter(\.isFinite)
    let (low, high) = (finite.min() ?? -1, finite.max() ?? 1)
    let width = high - low
    guard width > 0 else {
      (lower, upper) = (low - 1, high + 1)
      return
    }
    (lower, upper) = (low - margin * width, high + margin * width)
  }

  init(from lower: Double, to upper: Double) {
    (self.lower, self.upper) = (lower, max(upper, lower + .leastNormalMagnitude))
  }

  /// 0 to 100; what is outside is at the edge.
  func percent(_ value: Double) -> Double {
    let share = (value - lower) / (upper - lower)
    return min(max(share.isNaN ? 0 : share, 0), 1) * 100
  }

  /// Round values, at most about as many as are wanted: 1, 2 or 5 times a power of ten apart.
  func ticks(about count: Int) -> [Double] {
    let raw = (upper - lower) / Double(max(count, 1))
    guard raw > 0, raw.isFinite else { return [] }
    var power = 1.0
    while power > raw { power /= 10 }
    while power * 10 <= raw { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw } ?? raw
    let first = Int((lower / step).rounded(.up))
    let last = Int((upper / step).rounded(.down))
    guard first <= last, last - first <= 50 else { return [] }
    return (first...last).map { Double($0) * step }
  }

  /// Where a word at a position stands, so that it stays inside.
  static func anchor(_ percent: Double) -> String {
    percent < 6 ? "start" : percent > 94 ? "end" : "middle"
  }
}

extension Double {
  /// For an attribute: two digits at most, without an exponent.
  var coordinate: String {
    guard isFinite else { return "0" }
    let hundredths = Int((Swift.min(Swift.max(self, -1e9), 1e9) * 100).rounded())
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
