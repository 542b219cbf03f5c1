import Synchronization

/// Requests by route, method and status, with the time until the response was ready.
package final class RequestMetrics: Sendable {
  private struct Key: Hashable {
    var route: String
    var method: MethodLabel
  }

  private let meters = Mutex<[Key: RouteMeter]>([:])

  package init() {}

  /// `route` is the pattern of the path, never the path.
  package func meter(route: String, method: MethodLabel) -> RouteMeter {
    meters.withLock { meters in
      let key = Key(route: route, method: method)
      if let known = meters[key] { return known }
      let meter = RouteMeter(route: route, method: method)
      meters[key] = meter
      return meter
    }
  }

  package var families: [MetricFamily] {
    let meters = meters.withLock { Array($0.values) }
      .sorted { ($0.route, $0.method.rawValue) < ($1.route, $1.method.rawValue) }
      .filter { !$0.counts.isEmpty }
    return [
      MetricFamily(
        .counter, "paywall_requests_total", "Requests by route, method and status.",
        meters.flatMap(\.counts)),
      MetricFamily(
        .histogram, "paywall_request_duration_seconds",
        "Time from a request's head to its answer, by route and method.",
        meters.flatMap(\.times)),
    ]
  }
}
