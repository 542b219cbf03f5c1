import HTTPTypes
import Hummingbird
import PaywallAPI

/// The routes of a server with their descriptions. It tells a wrong method from a wrong path, and
/// describes only routes that exist.
final class RouteTable {
  private let router: Router<RequestScope>
  private(set) var routes: [DescribedRoute] = []

  /// Whether what needs the ledger is refused.
  let isReadOnly: Bool

  init(_ router: Router<RequestScope>, isReadOnly: Bool) {
    self.router = router
    self.isReadOnly = isReadOnly
  }

  /// Routes that need no key.
  var open: RouteGroup<RequestScope> {
    RouteGroup(table: self, standing: .none, router: router)
  }

  /// Routes whose context admits or refuses a caller.
  func group<Caller: StandingContext>(_ caller: Caller.Type) -> RouteGroup<Caller> {
    RouteGroup(
      table: self, standing: Caller.standing, router: router.group("", context: Caller.self))
  }

  func add(_ route: DescribedRoute) { routes.append(route) }

  /// Complete after all routes are added.
  var allowed: AllowedMethods {
    AllowedMethods(
      methods: Dictionary(
        routes.map { (Self.parts($0.operation.path), [$0.operation.method]) },
        uniquingKeysWith: +))
  }

  static func parts(_ path: some StringProtocol) -> [Substring] {
    Substring(path).split(separator: "/", omittingEmptySubsequences: true)
  }
}

/// The methods of every path pattern.
struct AllowedMethods: Sendable {
  let methods: [[Substring]: [HTTPRequest.Method]]

  /// The value of `Allow` for a path; `nil` if no route has the path.
  func allow(_ path: String) -> String? {
    let parts = RouteTable.parts(path.prefix { $0 != "?" })
    let found = methods.first { pattern, _ in
      pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0.first == "{" || $0.utf8.elementsEqual($1.utf8) }
    }
    guard let found else { return nil }
    return found.value.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
      .joined(separator: ", ")
  }
}
