/// Caps of values per person: one very large order must not decide an experiment.
package enum Winsorising {
  /// The default percentile of at least `manyTotals` totals that are not 0.
  package static let percentile = 99.9
  /// The default percentile of fewer totals: 99.9 % of them would be all of them.
  package static let percentileOfFew = 99.0
  package static let manyTotals = 1000

  /// The default for so many totals that are not 0.
  package static func percentile(of totals: Int) -> Double {
    totals < manyTotals ? percentileOfFew : percentile
  }

  /// The value at a percentile of the totals that are not 0, of all arms together, by the nearest rank:
  /// the smallest one that at least this share does not exceed. `nil` if all are 0.
  ///
  /// - Parameter percentile: `nil` for the default.
  package static func cap(of totals: [Int64], percentile: Double? = nil) -> Int64? {
    let population = totals.filter { $0 != 0 }
    return nearestRank(population, percentile ?? self.percentile(of: population.count))
  }

  /// The caps of a ratio's two values, both over the persons for whom either is not 0: caps over two
  /// populations can turn the sign of the effect (growthbook/growthbook #6331).
  package static func caps(
    of pairs: [(numerator: Int64, denominator: Int64)], percentile: Double = percentile
  ) -> (numerator: Int64, denominator: Int64)? {
    let population = pairs.filter { $0.numerator != 0 || $0.denominator != 0 }
    guard let numerator = nearestRank(population.map(\.numerator), percentile),
      let denominator = nearestRank(population.map(\.denominator), percentile)
    else { return nil }
    return (numerator, denominator)
  }

  private static func nearestRank(_ values: [Int64], _ percentile: Double) -> Int64? {
    guard !values.isEmpty else { return nil }
    // 99.9 · 41,000 / 100 is a little more than 40,959 in binary.
    let exact = percentile * Double(values.count) / 100
    let rank = (exact - exact * 1e-12).rounded(.up)
    let index = min(values.count - 1, max(0, Int(rank) - 1))
    return values.sorted()[index]
  }
}
