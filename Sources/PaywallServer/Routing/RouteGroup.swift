import HTTPTypes
import Hummingbird
import PaywallAPI

/// Routes that ask the same of their callers. There is no way to add one but by its operation.
struct RouteGroup<Context: RequestContext> {
  let table: RouteTable
  let standing: Standing
  let router: any RouterMethods<Context>

  /// Answers the operation, at its method and path.
  func on(
    _ operation: Operation,
    use handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    table.add(DescribedRoute(operation: operation, standing: standing))
    let takesBody = operation.body != nil
    router.on(RouterPath(operation.path), method: operation.method) { request, context in
      if !takesBody { try await request.finish() }
      return try await handler(request, context)
    }
  }
}
