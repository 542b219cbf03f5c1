import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// One connection with TLS: HTTP/2, or HTTP/1.1 with the same `Connection` as without TLS.
package struct SecureConnection: ServerChildChannel {
  private let http1: Connection
  private let http2: HTTP2Connection
  private let certificates: Certificates
  private let limits: ConnectionLimits

  /// The connection, and the protocol that the handshake negotiates.
  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    let negotiated:
      EventLoopFuture<NIONegotiatedHTTPVersion<Connection.Value, HTTP2Connection.Streams>>
  }

  package init(
    _ http1: Connection, certificates: Certificates, limits: ConnectionLimits
  ) {
    self.http1 = http1
    http2 = HTTP2Connection(http1, limits)
    self.certificates = certificates
    self.limits = limits
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.closingOnFailure {
      try http1.admit(channel, isPlaintext: false)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context))
      try pipeline.addHandler(HandshakeTimeoutHandler(limits.handshakeTimeout))
      return channel.configureHTTP2AsyncSecureUpgrade(
        http1ConnectionInitializer: { channel in
          channel.eventLoop.makeCompletedFuture { try http1.setUpHTTP(on: channel) }
        },
        http2ConnectionInitializer: { channel in
          channel.eventLoop.makeCompletedFuture { try http2.setUp(on: channel) }
        }
      ).map { Value(channel: channel, negotiated: $0) }
    }
  }

  package func handle(value: Value, logger: Logger) async {
    switch try? await value.negotiated.get() {
    case .http1_1(let http): await http1.handle(value: http, logger: logger)
    case .http2(let streams): await http2.handle(streams, on: value.channel, logger)
    // The handshake failed, and TLS has told the client.
    case nil: break
    }
  }
}
