package import Hummingbird
package import PaywallAPI

/// A context that guarantees the standing of its caller.
package protocol StandingContext: ChildRequestContext where ParentContext == RequestScope {
  static var standing: Standing { get }
}

extension VisitorCaller: StandingContext {
  package static let standing = Standing.visitor
}

extension ServerCaller: StandingContext {
  package static let standing = Standing.server
}

extension AdminCaller: StandingContext {
  package static let standing = Standing.admin
}
