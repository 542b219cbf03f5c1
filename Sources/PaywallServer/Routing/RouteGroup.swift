import HTTPTransport
import HTTPTypes
import NIOCore
import PaywallAPI

/// Routes with one requirement for callers. A route is added only by its operation.
struct RouteGroup<Context: RouteContext> {
  let table: RouteTable

  /// Answers a request that is all here; `nil` if something has to be awaited, and then it has changed
  /// nothing.
  typealias Prompt = @Sendable (HTTPRequest, ByteBuffer, Context) throws -> Reply?

  /// Handles the operation at its method and path. The caller is admitted first.
  ///
  /// - Parameter prompt: is asked first, if the whole request is here.
  func on(
    _ operation: Operation, prompt: Prompt? = nil,
    use handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    let takesBody = operation.body != nil || operation.form != nil
    let isRefused = table.isReadOnly && operation.needsLedger
    table.add(DescribedRoute(operation: operation, standing: Context.standing)) {
      request, scope in
      let context = try Context(scope)
      if isRefused { throw Problem.readOnlyServer }
      if takesBody { try request.headers.checkContentCoding() }
      if case .whole(let body) = request.body,
        let reply = try prompt?(request.head, body, context)
      {
        return .now(reply.response)
      }
      return .later {
        if !takesBody { try await request.body.finish() }
        return try await handler(request, context)
      }
    }
  }
}
