#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The standard normal distribution.
package enum NormalDistribution {
  /// The share of values below `z`, exact also in the tails.
  package static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
}
