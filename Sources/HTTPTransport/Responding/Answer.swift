/// How a request is answered.
package enum Answer: Sendable {
  /// Nothing has to be awaited: the response is sent in the read that brought the request.
  case now(Response)
  /// Runs as a task on the connection's event loop.
  case later(@Sendable () async -> Response)
}

/// Answers a request by its route; a failure is a response too.
package typealias RouteResponder = @Sendable (Request, RequestSource) -> Answer
