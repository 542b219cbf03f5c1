import HTTPTypes
import Hummingbird
import PaywallAPI

/// Routes with one requirement for callers. A route is added only by its operation.
struct RouteGroup<Context: RouteContext> {
  let table: RouteTable

  /// Handles the operation at its method and path. The caller is admitted first.
  func on(
    _ operation: Operation,
    use handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    let takesBody = operation.body != nil || operation.form != nil
    let isRefused = table.isReadOnly && operation.needsLedger
    table.add(DescribedRoute(operation: operation, standing: Context.standing)) { request, scope in
      let context = try Context(scope)
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
