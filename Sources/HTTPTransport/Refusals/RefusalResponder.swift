package import HTTPTypes
package import NIOCore

/// Writes the responses to refusals of a connection, and counts them. The service implements it.
package protocol RefusalResponder: Sendable {
  /// The response to a request, or to bytes that never became one.
  ///
  /// - Parameter limit: the time that the request had, if it took too long.
  func response(
    to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
  ) -> (head: HTTPResponse, body: ByteBuffer)

  /// Counts a refusal that gets no response.
  func count(_ refusal: Refusal)
}

/// The facts of a request that a response to its refusal needs.
package struct RefusedRequest: Sendable {
  package let method: HTTPRequest.Method
  /// The caller's own, if it is well-formed.
  package let requestId: String?

  init(_ head: HTTPRequest) {
    method = head.method
    requestId = head.ownRequestId
  }
}

/// Counts connections. The service implements it.
package protocol ConnectionCounters: Sendable {
  func connectionOpened()
  func connectionClosed()
}

/// For a service without metrics.
package struct Uncounted: ConnectionCounters {
  package init() {}
  package func connectionOpened() {}
  package func connectionClosed() {}
}
