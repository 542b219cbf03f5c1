/// Corrections of p values for the number of questions that were asked: goals × variants, never
/// guardrails, of which a missed harm is worse than a false one.
package enum Correction: String, CaseIterable, Sendable {
  /// The probability of any false discovery stays below α (Holm 1979).
  case holm
  /// The share of false ones among the discoveries stays below α (Benjamini and Hochberg 1995).
  case benjaminiHochberg

  /// The corrected p values, in the order of those that are given.
  package func adjusted(_ values: [Double]) -> [Double] {
    let count = values.count
    var adjusted = values
    let order = values.indices.sorted { values[$0] < values[$1] }
    switch self {
    case .holm:
      var largest = 0.0
      for (rank, index) in order.enumerated() {
        largest = max(largest, min(1, values[index] * Double(count - rank)))
        adjusted[index] = largest
      }
    case .benjaminiHochberg:
      var smallest = 1.0
      for (rank, index) in order.enumerated().reversed() {
        smallest = min(smallest, values[index] * Double(count) / Double(rank + 1))
        adjusted[index] = smallest
      }
    }
    return adjusted
  }
}
