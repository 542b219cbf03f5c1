import Synchronization

/// The responses of one route and method. A frequent caller fetches it once; recording takes no
/// lock and allocates nothing.
package final class RouteMeter: Sendable {
  /// The pattern of the path, never the path.
  package let route: String
  package let method: MethodLabel
  /// By status, from 100.
  private let statuses = InlineArray<500, Atomic<Int>> { _ in Atomic(0) }
  private let durations = LatencyHistogram()

  init(route: String, method: MethodLabel) {
    self.route = route
    self.method = method
  }

  package func answered(_ status: Int, nanoseconds: Int64) {
    statuses[min(max(status, 100), 599) - 100].wrappingAdd(1, ordering: .relaxed)
    durations.record(nanoseconds: nanoseconds)
  }

  var labels: [MetricLabel] { [.init("method", method.rawValue), .init("route", route)] }

  var counts: [MetricSample] {
    (0..<statuses.count).compactMap { index in
      let count = statuses[index].load(ordering: .relaxed)
      guard count > 0 else { return nil }
      return MetricSample(Double(count), labels + [.init("status", String(index + 100))])
    }
  }

  var times: [MetricSample] { durations.samples(labels) }
}
