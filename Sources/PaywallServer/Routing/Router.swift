import HTTPTypes
import PaywallAPI

/// Finds the route of a request by its path and method. Empty parts of a path do not count, a `HEAD`
/// goes to the route of `GET`, and no two paths of the API fit one request.
struct Router: Sendable {
  enum Found {
    case route(Route, PathParameters)
    /// The path has routes for these methods only: the value of `Allow`.
    case otherMethods(String)
    case nothing
  }

  struct Route: Sendable {
    let answer: RouteHandler
    private let meter: RouteMeter
    private let headMeter: RouteMeter

    init(_ operation: Operation, _ answer: @escaping RouteHandler, _ metrics: RequestMetrics) {
      self.answer = answer
      meter = metrics.meter(route: operation.path, method: MethodLabel(operation.method))
      headMeter = metrics.meter(route: operation.path, method: MethodLabel(.head))
    }

    func meter(of method: HTTPRequest.Method) -> RouteMeter {
      method == .head ? headMeter : meter
    }
  }

  /// By the number of their parts.
  private var patterns: [Int: [Pattern]] = [:]

  /// - Parameter table: complete.
  init(_ table: RouteTable, _ metrics: RequestMetrics) {
    for (route, handler) in zip(table.routes, table.handlers) {
      let operation = route.operation
      let parts = Self.parts(operation.path)
      var patterns = patterns[parts.count] ?? []
      let index =
        patterns.firstIndex { $0.path == operation.path }
        ?? {
          patterns.append(Pattern(operation.path, parts))
          return patterns.count - 1
        }()
      patterns[index].routes.append((operation.method, Route(operation, handler, metrics)))
      self.patterns[parts.count] = patterns
    }
  }

  /// - Parameter path: with its query or without.
  func find(_ method: HTTPRequest.Method, _ path: String) -> Found {
    let parts = Self.parts(path.prefix { $0 != "?" })
    guard let pattern = patterns[parts.count]?.first(where: { $0.fits(parts) }) else {
      return .nothing
    }
    guard let route = pattern.route(method == .head ? .get : method) else {
      return .otherMethods(pattern.allow)
    }
    return .route(route, PathParameters(names: pattern.names, parts: parts))
  }

  private static func parts(_ path: some StringProtocol) -> [Substring.UTF8View] {
    Substring(path).utf8.split(separator: UInt8(ascii: "/")).map { Substring($0).utf8 }
  }

  private struct Pattern: Sendable {
    let path: String
    /// `nil` for a part in braces.
    private let literals: [[UInt8]?]
    /// Of the parts in braces; `nil` for a literal.
    let names: [String?]
    var routes: [(method: HTTPRequest.Method, route: Route)] = []

    init(_ path: String, _ parts: [Substring.UTF8View]) {
      self.path = path
      names = parts.map {
        $0.first == UInt8(ascii: "{") ? String(Substring($0).dropFirst().dropLast()) : nil
      }
      literals = zip(parts, names).map { part, name in name == nil ? Array(part) : nil }
    }

    func fits(_ parts: [Substring.UTF8View]) -> Bool {
      zip(literals, parts).allSatisfy { literal, part in literal?.elementsEqual(part) ?? true }
    }

    func route(_ method: HTTPRequest.Method) -> Route? {
      routes.first { $0.method == method }?.route
    }

    var allow: String {
      routes.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
        .joined(separator: ", ")
    }
  }
}
