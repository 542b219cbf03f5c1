import Synchronization

/// Durations, in buckets from 0.1 ms to 5 s. Recording is a search among 15 bounds and two
/// additions, without a lock.
package final class LatencyHistogram: Sendable {
  /// In nanoseconds; the last bucket has no bound.
  package static let bounds: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
    100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
  ]

  private let buckets = InlineArray<16, Atomic<Int64>> { _ in Atomic(0) }
  private let sum = Atomic<Int64>(0)

  package init() {}

  package func record(nanoseconds: Int64) {
    buckets[Self.bucket(of: nanoseconds)].wrappingAdd(1, ordering: .relaxed)
    sum.wrappingAdd(nanoseconds, ordering: .relaxed)
  }

  /// The first bucket that fits.
  private static func bucket(of nanoseconds: Int64) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if nanoseconds <= bounds[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Cumulative buckets in seconds, sum and count. The count equals the last bucket, even during
  /// recording.
  package func samples(_ labels: [MetricLabel]) -> [MetricSample] {
    var samples: [MetricSample] = []
    var total: Int64 = 0
    for index in 0..<buckets.count {
      total += buckets[index].load(ordering: .relaxed)
      let bound = index < Self.bounds.count ? "\(Double(Self.bounds[index]) / 1e9)" : "+Inf"
      samples.append(MetricSample(Double(total), labels + [.init("le", bound)], suffix: "_bucket"))
    }
    let seconds = Double(sum.load(ordering: .relaxed)) / 1e9
    samples.append(MetricSample(seconds, labels, suffix: "_sum"))
    samples.append(MetricSample(Double(total), labels, suffix: "_count"))
    return samples
  }
}
