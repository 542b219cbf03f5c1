package import HTTPTypes
package import HummingbirdCore
package import NIOCore

/// What becomes of a request.
package enum Answer: Sendable {
  /// Nothing has to be awaited: it is sent in the read that brought the request.
  case now(HTTPResponse, ByteBuffer)
  /// Runs as a task on the connection's event loop.
  case later(@Sendable () async -> Response)
}

/// Answers a request by its route; a failure is a response too. The body is here if all of it is; else it
/// comes with the request.
package typealias RouteResponder =
  @Sendable (Request, _ whole: ByteBuffer?, any Channel) -> Answer
