import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2
import NIOSSL
import NIOTLS

/// One connection with TLS: HTTP/2, or HTTP/1.1 with the same `Connection` as without TLS.
package struct SecureConnection: ServerChildChannel {
  private let http1: Connection
  private let certificates: Certificates
  private let limits: ConnectionLimits
  private let streams: StreamBudget

  /// The connection, and the protocol that the handshake negotiates.
  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    let negotiated:
      EventLoopFuture<
        NIONegotiatedHTTPVersion<
          Connection.Value, NIOHTTP2Handler.AsyncStreamMultiplexer<Stream?>
        >
      >
  }

  /// One request of HTTP/2.
  struct Stream: Sendable {
    let channel: any Channel
    let work: ConnectionWork
    /// The bytes of its body that are in memory.
    let reservation: BodyReservation
  }

  package init(
    _ http1: Connection, certificates: Certificates, limits: ConnectionLimits
  ) {
    self.http1 = http1
    self.certificates = certificates
    self.limits = limits
    streams = StreamBudget(streams: limits.streams, proxies: http1.bodies.proxies)
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
        http2ConnectionInitializer: setUpHTTP2
      ).map { Value(channel: channel, negotiated: $0) }
    }
  }

  private func setUpHTTP2(
    on channel: any Channel
  ) -> EventLoopFuture<NIOHTTP2Handler.AsyncStreamMultiplexer<Stream?>> {
    channel.eventLoop.makeCompletedFuture {
      let manager = NIOHTTP2ServerConnectionManagementHandler(
        eventLoop: channel.eventLoop,
        configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
      let idle = HTTP2IdleHandler(limits)
      let (limits, refusals, bodies) = (limits, http1.refusals, http1.bodies)
      let (fastPath, respond) = (http1.fastPath, http1.respond)
      let executor = http1.executor(of: channel)
      let streams = streams
      let slices = NIOLoopBound(http1.slices(of: channel), eventLoop: channel.eventLoop)
      let delegate = HTTP2IdleHandler.Delegate(
        idle, manager.http2StreamDelegate, channel.eventLoop)
      // Before the handler of the protocol: what comes during a rest must not reach it.
      try channel.pipeline.syncOperations.addHandler(
        RefusalRest(RefusalPause(channel, bodies.proxies, limits)))
      try channel.pipeline.syncOperations.addHandler(
        FrameGuard(limits: limits, refusals: refusals, budget: bodies.budget))
      let multiplexer = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
        mode: .server,
        streamDelegate: delegate, frameDelegate: delegate,
        configuration: limits.http2
      ) { stream in
        stream.eventLoop.makeCompletedFuture { () throws -> Stream? in
          let pipeline = stream.pipeline.syncOperations
          guard let place = streams.admit(stream) else {
            refusals.count(.tooManyStreams)
            try pipeline.addHandler(RefusedStream())
            return nil
          }
          try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
          let reservation = BodyReservation(bodies.budget)
          try pipeline.addHandler(
            StreamGuard(
              limits: limits, refusals: refusals, bodies: bodies, reservation: reservation,
              place: place, slices: slices.value))
          let work = ConnectionWork(of: stream, on: executor)
          try pipeline.addHandler(
            StreamFastPath(
              respond: fastPath, framework: RequestHandler(respond: respond, work: work)))
          return Stream(channel: stream, work: work, reservation: reservation)
        }
      }
      try channel.pipeline.syncOperations.addHandlers([manager, idle])
      return multiplexer
    }
  }

  package func handle(value: Value, logger: Logger) async {
    switch try? await value.negotiated.get() {
    case .http1_1(let http): await http1.handle(value: http, logger: logger)
    case .http2(let connection):
      http1.counters.connectionOpened()
      defer { http1.counters.connectionClosed() }
      await withTaskCancellationHandler {
        await handle(connection, on: value.channel, logger)
      } onCancel: {
        value.channel.close(promise: nil)
      }
    // The handshake failed, and TLS has told the client.
    case nil: break
    }
  }

  private func handle(
    _ connection: NIOHTTP2Handler.AsyncStreamMultiplexer<Stream?>,
    on channel: any Channel, _ logger: Logger
  ) async {
    let executor = http1.executor(of: channel)
    do {
      try await withThrowingDiscardingTaskGroup { group in
        for try await case let stream? in connection.inbound {
          group.addTask(executorPreference: executor) {
            await stream.work.end()
            http1.refusals.forget(stream.channel)
            stream.reservation.release()
          }
        }
      }
    } catch {
      logger.debug("an HTTP/2 connection ended early", metadata: ["error": "\(type(of: error))"])
    }
  }
}
