package import Hummingbird
package import PaywallAPI

/// A context past whose group the standing of a caller is a fact.
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
