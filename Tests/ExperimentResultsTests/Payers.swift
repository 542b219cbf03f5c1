import Foundation
import TestSupport

/// The indices of those who pay among a number of visitors.
struct Payers: Sequence {
  private var indices: [Int] = []

  init(rate: Double, of visitors: Int, _ numbers: inout SplitMix) {
    let scale = 1 / log1p(-rate)
    var index = -1
    while true {
      // The number of failures before a success is geometric.
      let gap = log(numbers.unit()) * scale
      guard gap < Double(visitors) else { return }
      index += 1 + Int(gap)
      guard index < visitors else { return }
      indices.append(index)
    }
  }

  func makeIterator() -> IndexingIterator<[Int]> { indices.makeIterator() }
}

extension SplitMix {
  /// Above 0, up to 1.
  mutating func unit() -> Double { (Double(next() >> 11) + 1) * 0x1p-53 }
}

extension Double {
  var exponential: Double { exp(self) }
}
