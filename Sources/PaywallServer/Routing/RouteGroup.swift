import HTTPTypes
import Hummingbird
import PaywallAPI

/// Routes with one requirement for callers. A route is added only by its operation.
struct RouteGroup<Context: RequestContext> {
  let table: RouteTable
  let standing: Standing
  let router: any RouterMethods<Context>

  /// Handles the operation at its method and path.
  func on(
    _ operation: Operation,
    use handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    table.add(DescribedRoute(operation: operation, standing: standing))
    let takesBody = operation.body != nil || operation.form != nil
    let isRefused = table.isReadOnly && operation.needsLedger
    router.on(RouterPath(operation.path), method: operation.method) { request, context in
      if isRefused { throw Problem.readOnlyServer }
      if takesBody {
        try request.headers.checkContentCoding()
      } else {
        try await request.finish()
      }
      return try await handler(request, context)
    }
  }
}
