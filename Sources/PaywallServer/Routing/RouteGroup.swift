import HTTPDocuments
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

extension RouteGroup {
  /// Handles an operation with a body, which is charged for, read and decoded first.
  func on<Role: CallerRole, Body: Sendable>(
    _ operation: Operation, as decode: @escaping @Sendable (JSONValue) throws -> Body,
    use handler: @escaping @Sendable (Body, Context) async throws -> Response
  ) where Context == AdmittedCaller<Role> {
    let kind: BodyKind = operation.body?.limit == Limits.body ? .plain : .withEvidence
    on(operation) { request, context in
      try context.entry.charge(operation, context.caller)
      let body = try await request.body(kind, of: context.caller, context.entry, as: decode)
      return try await handler(body, context)
    }
  }
}
