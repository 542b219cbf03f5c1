import HTTPTransport
import HTTPTypes
import NIOCore

/// A service that says nothing and counts nothing.
struct Silent: RefusalResponder, ConnectionCounters {
  func response(
    to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    (HTTPResponse(status: .badRequest), ByteBuffer())
  }
  func count(_ refusal: Refusal) {}
  func connectionOpened() {}
  func connectionClosed() {}
}
