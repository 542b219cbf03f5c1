import HTTPTransport
package import PaywallAPI
import PaywallCatalog

/// What a route is told of its request. Making one admits the caller, or refuses it.
package protocol RouteContext: Sendable {
  static var standing: Standing { get }

  init(_ scope: RequestScope) throws(Problem)
}

extension RequestScope: RouteContext {
  package static let standing = Standing.none

  package init(_ scope: RequestScope) { self = scope }
}

/// The context of a caller whose word about themselves proves nothing: decisions from attributes.
package struct VisitorCaller: RouteContext {
  package static let standing = Standing.visitor
  package let caller: Caller
  package let entry: RequestScope.Entry
  let parameters: PathParameters

  package init(_ scope: RequestScope) throws(Problem) {
    caller = try scope.caller(including: .client)
    (entry, parameters) = (scope.entry, scope.parameters)
  }
}

/// The context of a server, which may ask about any customer.
package struct ServerCaller: RouteContext {
  package static let standing = Standing.server
  package let caller: Caller
  package let entry: RequestScope.Entry
  let parameters: PathParameters

  package init(_ scope: RequestScope) throws(Problem) {
    caller = try scope.caller(including: .server)
    (entry, parameters) = (scope.entry, scope.parameters)
  }
}

/// The context of a person who looks: at results, experiments and status.
package struct ViewerCaller: RouteContext {
  package static let standing = Standing.viewer
  package let caller: Caller
  package let entry: RequestScope.Entry
  let parameters: PathParameters

  package init(_ scope: RequestScope) throws(Problem) {
    caller = try scope.caller(including: .viewer)
    (entry, parameters) = (scope.entry, scope.parameters)
  }
}

/// The context of an on-call engineer.
package struct AdminCaller: RouteContext {
  package static let standing = Standing.admin
  package let caller: Caller
  package let entry: RequestScope.Entry
  let parameters: PathParameters

  package init(_ scope: RequestScope) throws(Problem) {
    caller = try scope.caller(including: .admin)
    (entry, parameters) = (scope.entry, scope.parameters)
  }
}
