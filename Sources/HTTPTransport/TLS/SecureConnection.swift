import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// One connection with TLS: HTTP/2, or HTTP/1.1 with the same `Connection` as without TLS.
struct SecureConnection: Sendable {
  private let http1: Connection
  private let http2: HTTP2Connection
  private let certificates: Certificates

  init(_ http1: Connection, _ certificates: Certificates) {
    self.http1 = http1
    http2 = HTTP2Connection(http1)
    self.certificates = certificates
  }

  func setUp(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
    channel.closingOnFailure {
      try http1.admit(channel, isPlaintext: false)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context))
      try pipeline.addHandler(HandshakeTimeoutHandler(http1.limits.handshakeTimeout))
      return channel.configureHTTP2AsyncSecureUpgrade(
        http1ConnectionInitializer: { channel in
          channel.eventLoop.makeCompletedFuture { try http1.setUpHTTP(on: channel) }
        },
        http2ConnectionInitializer: { channel in
          channel.eventLoop.makeCompletedFuture { try http2.setUp(on: channel) }
        }
      ).map { negotiated in
        AcceptedConnection {
          switch try? await negotiated.get() {
          case .http1_1(let connection), .http2(let connection): await connection.serve()
          // The handshake failed, and TLS has reported that to the client.
          case nil: break
          }
        }
      }
    }
  }
}
