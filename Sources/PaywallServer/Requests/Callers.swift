import PaywallCatalog
package import Hummingbird

/// The context of a caller whose word about themselves proves nothing: decisions from attributes.
package struct VisitorCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .client)
  }
}

/// The context of a server, which may ask about any customer.
package struct ServerCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .server)
  }
}

/// The context of an on-call engineer.
package struct AdminCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .admin)
  }
}
