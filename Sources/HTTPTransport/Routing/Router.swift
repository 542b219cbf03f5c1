package import HTTPTypes

/// Finds the route of a request by its path and method. Empty parts of a path do not count, a `HEAD`
/// goes to the route of `GET`, and no two patterns fit one path.
package struct Router<Route: Sendable>: Sendable {
  package enum Found: Sendable {
    case route(Route, PathParameters)
    /// The path has routes for these methods only: the value of `Allow`.
    case otherMethods(String)
    case nothing
  }

  /// The patterns by the number of their parts.
  private var patterns: [Int: [Pattern]] = [:]

  package init() {}

  /// - Parameter path: its parts in braces fit any text.
  package mutating func add(_ method: HTTPRequest.Method, _ path: String, _ route: Route) {
    let parts = Self.parts(path)
    var patterns = patterns[parts.count] ?? []
    let index = patterns.firstIndex { $0.path == path } ?? patterns.count
    if index == patterns.count { patterns.append(Pattern(path, parts)) }
    patterns[index].routes.append((method, route))
    self.patterns[parts.count] = patterns
  }

  /// - Parameter path: with its query or without.
  package func find(_ method: HTTPRequest.Method, _ path: String) -> Found {
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
    /// The names of the parts in braces; `nil` for a literal.
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
