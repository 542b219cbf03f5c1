package import NIOCore

/// The timeouts of a connection, and how much it may send.
package struct ConnectionLimits: Sendable {
  /// From the first byte of a connection to the end of its TLS handshake.
  package var handshakeTimeout: TimeAmount = .seconds(10)
  /// From the first byte of a request to its last.
  package var requestTimeout: TimeAmount = .seconds(10)
  /// Between two signs that a body of more than `BodyBudget.freeBytes` still arrives (`IncomingBody`).
  package var stallTimeout: TimeAmount = .seconds(3)
  /// From the last byte of a request to the head of its response.
  package var responseTimeout: TimeAmount = .seconds(5)
  /// Between two signs that the client reads the response.
  package var writeTimeout: TimeAmount = .seconds(20)
  /// Between requests.
  package var idleTimeout: TimeAmount = .seconds(75)
  /// Time without reading after one refusal of many (`RefusalPause`). Shorter than the least
  /// `Retry-After`, so that clients who keep to it never wait; zero for no pause.
  package var longestPause: TimeAmount = .milliseconds(800)
  /// Bytes of headers that are parsed. A request with more than `HeaderLimits.bytes` and at most this
  /// many is refused and keeps its connection.
  package var maximumHeaderBytes = 32 * 1024
  /// Bytes of a body that are received, even if only to discard them and keep the connection.
  package static let largestBody = 1024 * 1024
  /// Bytes of request bodies in memory, over all connections.
  package var bodyBytes = 64 * 1024 * 1024

  /// Open streams of HTTP/2, over all connections.
  package var streams = 2048
  /// Open connections.
  package var connections = 20_000

  package init() {}

  /// The least time of a limit of requests and responses.
  var shortest: TimeAmount {
    min(min(requestTimeout, stallTimeout, responseTimeout), min(writeTimeout, idleTimeout))
  }
}

/// The most that a request may have before its body.
package enum HeaderLimits {
  /// Bytes of the request line and the headers.
  package static let bytes = 8 * 1024
  /// Headers of one request.
  package static let fields = 256
}
