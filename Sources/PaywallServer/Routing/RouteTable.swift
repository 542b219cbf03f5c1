import HTTPTransport
import PaywallAPI

/// The answer of a route, from which `RootResponder` makes the answer of the connection.
enum RouteAnswer: Sendable {
  /// Nothing has to be awaited.
  case now(Response)
  case later(@Sendable () async throws -> Response)
}

/// Answers a request that is known to be the route's own.
typealias RouteHandler = @Sendable (Request, RequestScope) throws -> RouteAnswer

/// The routes of a server with their descriptions, while they are added: it describes only routes that
/// exist.
final class RouteTable {
  private(set) var routes: [DescribedRoute] = []
  private(set) var handlers: [RouteHandler] = []

  /// True if requests that need the ledger are refused.
  let isReadOnly: Bool

  init(isReadOnly: Bool) { self.isReadOnly = isReadOnly }

  /// Routes that need no key.
  var open: RouteGroup<RequestScope> { group(RequestScope.self) }

  /// Routes whose context admits or refuses a caller.
  func group<Context: RouteContext>(_ context: Context.Type) -> RouteGroup<Context> {
    RouteGroup(table: self)
  }

  func add(_ route: DescribedRoute, _ handler: @escaping RouteHandler) {
    routes.append(route)
    handlers.append(handler)
  }
}
