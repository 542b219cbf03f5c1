package import HTTPDocuments
import HTTPTransport
import HTTPTypes
package import PaywallAPI
package import PaywallCatalog

/// The context that a route gets for its request. Making one admits the caller, or refuses it.
package protocol RouteContext: Sendable {
  static var standing: Standing { get }

  init(_ scope: RequestScope) throws(Problem)
}

extension RequestScope: RouteContext {
  package static let standing = Standing.none

  package init(_ scope: RequestScope) { self = scope }
}

/// The standing that a route asks of its callers.
package protocol CallerRole: SendableMetatype {
  static var standing: Standing { get }
  static var role: APIKey.Role { get }
}

/// The context of a caller who was admitted.
package struct AdmittedCaller<Role: CallerRole>: RouteContext {
  package static var standing: Standing { Role.standing }
  package let caller: Caller
  package let entry: RequestScope.Entry
  let head: HTTPRequest
  let parameters: PathParameters

  package init(_ scope: RequestScope) throws(Problem) {
    caller = try scope.caller(including: Role.role)
    (entry, head, parameters) = (scope.entry, scope.head, scope.parameters)
  }
}

/// A caller whose word about themselves proves nothing: decisions from attributes.
package enum VisitorRole: CallerRole {
  package static let standing = Standing.visitor
  package static let role = APIKey.Role.client
}

/// A server, which may ask about any customer.
package enum ServerRole: CallerRole {
  package static let standing = Standing.server
  package static let role = APIKey.Role.server
}

/// A person who looks: at results, experiments and status.
package enum ViewerRole: CallerRole {
  package static let standing = Standing.viewer
  package static let role = APIKey.Role.viewer
}

/// An on-call engineer.
package enum AdminRole: CallerRole {
  package static let standing = Standing.admin
  package static let role = APIKey.Role.admin
}

package typealias VisitorCaller = AdmittedCaller<VisitorRole>
package typealias ServerCaller = AdmittedCaller<ServerRole>
package typealias ViewerCaller = AdmittedCaller<ViewerRole>
package typealias AdminCaller = AdmittedCaller<AdminRole>
