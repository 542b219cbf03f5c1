package import NIOCore

/// How long a connection may take for what, and how much it may bring.
package struct ConnectionLimits: Sendable {
  /// From the first byte of a connection to the end of its TLS handshake.
  package var toShakeHands: TimeAmount = .seconds(10)
  /// From the first byte of a request to its last.
  package var toSend: TimeAmount = .seconds(10)
  /// From the last byte of a request to the head of its answer.
  package var toAnswer: TimeAmount = .seconds(5)
  /// In which a client takes some of an answer that has begun.
  package var toTake: TimeAmount = .seconds(20)
  /// Between requests.
  package var idle: TimeAmount = .seconds(75)
  /// Bytes of headers that are read at all, so that up to here a refusal keeps the connection.
  package var readableHeaders = 32 * 1024
  /// Bytes of a body that are received at all, if only to throw them away and keep the connection.
  package static let largestBody = 1024 * 1024
  /// Bytes of bodies that are held at a time, over all connections.
  package var bodies = 64 * 1024 * 1024

  /// Connections at a time.
  package var connections = 20_000

  package init() {}
}

/// What is read of a request's line and headers.
package enum HeaderLimits {
  /// Bytes of the request line and the headers.
  package static let bytes = 8 * 1024
  /// Headers of one request.
  package static let fields = 256
}
