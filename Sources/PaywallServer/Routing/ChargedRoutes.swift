import HTTPTransport
import HTTPTypes
import PaywallAPI

/// The routes that identify and charge their caller before anything else, found by the bytes of a
/// path. Knows fewer paths than the router: one that is percent-encoded, has an empty part, or fits
/// several patterns is left to it.
struct ChargedRoutes: Sendable {
  private let patterns: [Pattern]

  struct Route: Sendable {
    let meter: RouteMeter
    /// In tokens of a client key.
    let price: Int
  }

  private struct Pattern: Sendable {
    /// `nil` for a part in braces.
    let parts: [[UInt8]?]
    let get: Route?
    let post: Route?
  }

  init(_ routes: [DescribedRoute], _ metrics: RequestMetrics) {
    let byPath = Dictionary(grouping: routes, by: \.operation.path)
    patterns = byPath.map { path, routes in
      func route(_ method: HTTPRequest.Method) -> Route? {
        let route = routes.first { $0.operation.method == method }
        guard let route, route.standing != .none, route.operation.refusal == .problem else {
          return nil
        }
        return Route(
          meter: metrics.meter(route: path, method: MethodLabel(method)),
          price: route.operation.price)
      }
      return Pattern(
        parts: RouteTable.parts(path).map { $0.first == "{" ? nil : Array($0.utf8) },
        get: route(.get), post: route(.post))
    }
  }

  /// `nil` if it is not certain which route a request has.
  func route(of request: PlainRequest) -> Route? {
    let path = request.bytes[request.path].prefix { $0 != UInt8(ascii: "?") }
    guard !path.contains(UInt8(ascii: "%")) else { return nil }
    let parts = path.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    let fitting = patterns.filter { pattern in
      pattern.parts.count == parts.count
        && zip(pattern.parts, parts).allSatisfy { $0?.elementsEqual($1) ?? true }
    }
    guard fitting.count == 1, let pattern = fitting.first else { return nil }
    switch request.method {
    case .get: return pattern.get
    case .post: return pattern.post
    }
  }
}
