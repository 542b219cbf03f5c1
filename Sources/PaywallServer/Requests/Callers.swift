import Catalog
package import Hummingbird

/// Past this group somebody asks whose word about themselves proves nothing: decisions from
/// attributes.
package struct VisitorCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .client)
  }
}

/// Past this group a back end of ours asks, about any customer.
package struct ServerCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .server)
  }
}

/// Past this group an engineer on call asks.
package struct AdminCaller: ChildRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let caller: Caller
  package let entry: RequestScope.Entry

  package init(context: RequestScope) throws {
    coreContext = context.coreContext
    (caller, entry) = try context.caller(atLeast: .admin)
  }
}
